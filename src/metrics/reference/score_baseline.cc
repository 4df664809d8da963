#include "metrics/reference/score_baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/file.h"

namespace assay::reference {
namespace {

constexpr char kHint[] =
    "--bertscore-baseline takes a file of bert-score's: the header LAYER,P,R,F, then a row of four "
    "numbers for each layer, baselines below 1";

tl::unexpected<Error> bad_file(const std::string& file, std::size_t line, std::string message) {
  auto failure = fail(ErrorCode::kInvalidOption, std::move(message), kHint);
  failure.value().file = file;
  if (line > 0) failure.value().line = line;
  return failure;
}

struct Row {
  double layer = 0;
  ScoreBaseline baseline;
};

std::optional<Row> read_row(std::string_view line) {
  std::array<double, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_last = i + 1 == numbers.size();
    const std::size_t end = is_last ? line.size() : line.find_first_of(",\t");
    if (end == std::string_view::npos) return std::nullopt;
    const auto [stop, error] = std::from_chars(line.data(), line.data() + end, numbers[i]);
    if (error != std::errc() || stop != line.data() + end) return std::nullopt;
    if (!std::isfinite(numbers[i]) || (i > 0 && !(std::abs(numbers[i]) < 1))) return std::nullopt;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return Row{numbers[0], {numbers[1], numbers[2], numbers[3]}};
}

const Row* find_row(const std::vector<Row>& rows, double layer) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.layer == layer; });
  return found == rows.end() ? nullptr : &*found;
}

}  // namespace

MatchScores ScoreBaseline::rescaled(const MatchScores& scores) const {
  const auto move = [](double score, double base) { return (score - base) / (1 - base); };
  return {move(scores.precision, precision), move(scores.recall, recall), move(scores.f1, f1)};
}

Result<ScoreBaseline> ScoreBaseline::read(const std::string& file, std::optional<int> layer) {
  const auto text = base::read_file(file, kHint);
  if (!text) return tl::unexpected(text.error());
  std::vector<Row> rows;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text->size();) {
    const std::size_t end = std::min(text->find('\n', begin), text->size());
    std::string_view line = std::string_view(*text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const auto row = read_row(line);
    if (number == 1) {
      if (row) return bad_file(file, number, "has a row of baselines where the header belongs");
      continue;
    }
    if (!row) return bad_file(file, number, fmt::format("`{}` is no row of baselines", line));
    if (find_row(rows, row->layer) != nullptr)
      return bad_file(file, number, fmt::format("has a second row for layer {}", row->layer));
    rows.push_back(*row);
  }
  if (!layer) {
    if (rows.size() == 1) return rows.front().baseline;
    return bad_file(file, 0,
                    fmt::format("has {} rows, and which layer the model's states are of "
                                "is not known: leave one row",
                                rows.size()));
  }
  if (const Row* row = find_row(rows, *layer)) return row->baseline;
  return bad_file(file, 0, fmt::format("has no row for layer {}", *layer));
}

}  // namespace assay::reference
