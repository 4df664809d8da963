#include "train/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/parse_json.h"
#include "train/files.h"

namespace assay::train {
namespace {

struct Point {
  double step;
  double value;
};

struct Curve {
  std::string title;
  const char* colour;
  std::vector<Point> points;
};

// In pixels; a panel lies below the other.
constexpr double kWidth = 720;
constexpr double kPanel = 220;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 34;
constexpr double kBottom = 30;

struct Range {
  double least = 0;
  double most = 0;
  // Of a range of one value the middle.
  double part(double value) const { return most > least ? (value - least) / (most - least) : 0.5; }
};

Range range_of(const std::vector<Point>& points, double Point::*member) {
  Range range{points.front().*member, points.front().*member};
  for (const Point& point : points) {
    range.least = std::min(range.least, point.*member);
    range.most = std::max(range.most, point.*member);
  }
  return range;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format(R"(<text x="{:.0f}" y="{:.0f}" text-anchor="{}">{}</text>)"
                     "\n",
                     x, y, anchor, text);
}

std::string draw(const Curve& curve, const Range& steps, double top) {
  const Range values = range_of(curve.points, &Point::value);
  const double upper = top + kTop;
  const double lower = top + kPanel - kBottom;
  const double right = kWidth - kRight;
  std::string svg =
      fmt::format(R"(<path d="M{0:.0f} {1:.0f}V{2:.0f}H{3:.0f}" fill="none" stroke="#888"/>)"
                  "\n",
                  kLeft, upper, lower, right);
  svg += text_at(kLeft, top + 20, "start", curve.title);
  svg += text_at(kLeft - 6, upper + 5, "end", fmt::format("{:.4g}", values.most));
  if (values.most > values.least) {
    svg += text_at(kLeft - 6, lower + 2, "end", fmt::format("{:.4g}", values.least));
  }
  svg += text_at(kLeft, lower + 18, "middle", fmt::format("{:.0f}", steps.least));
  svg += text_at(right, lower + 18, "end", fmt::format("step {:.0f}", steps.most));
  std::string line;
  std::string dots;
  for (const Point& point : curve.points) {
    const double x = kLeft + steps.part(point.step) * (right - kLeft);
    const double y = lower - values.part(point.value) * (lower - upper);
    line += fmt::format("{}{:.1f},{:.1f}", line.empty() ? "" : " ", x, y);
    // A point alone, or few of them, would not be seen as a line.
    if (curve.points.size() <= 60) {
      dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>)"
                          "\n",
                          x, y, curve.colour);
    }
  }
  return svg +
         fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="1.5"/>)"
                     "\n",
                     line, curve.colour) +
         dots;
}

void add_point(Curve& curve, const nlohmann::json& line, const char* name) {
  if (line.contains(name) && line[name].is_number()) {
    curve.points.push_back({line["step"].get<double>(), line[name].get<double>()});
  }
}

std::vector<Curve> read_curves(const std::string& log) {
  Curve loss{"loss, the mean since the last point", "#1f6fb2", {}};
  Curve score{"score of the evaluations; higher is better", "#b2561f", {}};
  std::istringstream lines(log);
  for (std::string text; std::getline(lines, text);) {
    const auto line = base::parse_json(text);
    if (!line.is_object() || !line.contains("step") || !line["step"].is_number()) continue;
    add_point(loss, line, "loss");
    add_point(score, line, "score");
  }
  std::vector<Curve> curves;
  for (Curve& curve : std::vector<Curve>{std::move(loss), std::move(score)}) {
    if (!curve.points.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

Range steps_of(const std::vector<Curve>& curves) {
  std::vector<Point> all;
  for (const Curve& curve : curves) {
    all.insert(all.end(), curve.points.begin(), curve.points.end());
  }
  return {0, range_of(all, &Point::step).most};
}

}  // namespace

Result<void> draw_curves(const std::filesystem::path& log, const std::filesystem::path& picture) {
  const auto text = read_whole_file(log);
  if (!text) return tl::unexpected(text.error());
  const std::vector<Curve> curves = read_curves(*text);
  if (curves.empty()) return {};
  const double height = kPanel * static_cast<double>(curves.size());
  std::string svg = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" font-family="sans-serif" font-size="13">)"
      "\n"
      R"(<rect width="100%" height="100%" fill="white"/>)"
      "\n",
      kWidth, height);
  const Range steps = steps_of(curves);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    svg += draw(curves[i], steps, kPanel * static_cast<double>(i));
  }
  return write_text_durably(picture, svg + "</svg>\n");
}

}  // namespace assay::train
