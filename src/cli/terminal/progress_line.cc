#include "cli/terminal/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "base/format.h"
#include "cli/command_line/text_width.h"
#include "cli/terminal/terminal.h"

namespace assay::cli {
namespace {

constexpr int kBarCells = 20;
constexpr auto kShortestPause = std::chrono::milliseconds(100);

std::string bar(double fraction) {
  const int full = std::clamp(static_cast<int>(fraction * kBarCells), 0, kBarCells);
  std::string cells(static_cast<std::size_t>(full), '=');
  if (full < kBarCells) cells += '>';
  cells.resize(kBarCells, ' ');
  return fmt::format("[{}] {:3.0f} %  ", cells, 100 * fraction);
}

// Records a second that this process made itself.
std::optional<double> rate_of(const Progress& progress) {
  if (progress.seconds <= 0 || progress.records <= progress.resumed) return std::nullopt;
  return static_cast<double>(progress.records - progress.resumed) / progress.seconds;
}

std::optional<double> seconds_left(const Progress& progress) {
  const auto rate = rate_of(progress);
  if (!rate || progress.fraction <= 0) return std::nullopt;
  const double records = static_cast<double>(progress.records);
  return std::max(0.0, (records / progress.fraction - records) / *rate);
}

}  // namespace

std::string format_progress(const Progress& progress, std::size_t width, std::string_view noun) {
  std::string text = progress.fraction > 0 ? bar(std::min(progress.fraction, 1.0)) : "";
  text += plural(progress.records, noun);
  if (const auto rate = rate_of(progress)) text += fmt::format("  {:.1f}/s", *rate);
  if (const auto left = seconds_left(progress)) text += "  " + format_duration(*left) + " left";
  if (progress.failed > 0) text += fmt::format("  {} failed", format_count(progress.failed));
  return shorten(text, width);
}

ProgressLine::ProgressLine(bool enabled, std::string noun)
    : enabled_(enabled && is_terminal(stderr)), noun_(std::move(noun)) {}

ProgressLine::~ProgressLine() {
  erase();
}

void ProgressLine::show(const Progress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || (drawn_ && now - last_ < kShortestPause)) return;
  last_ = now;
  // One column stays free: some terminals wrap when the last one is written.
  draw(format_progress(progress, static_cast<std::size_t>(terminal_width(stderr)) - 1, noun_));
}

void ProgressLine::show_text(const std::string& text) {
  if (enabled_) draw(text);
}

void ProgressLine::erase() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

void ProgressLine::draw(const std::string& text) {
  std::fputs(("\r\x1b[K" + text).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace assay::cli
