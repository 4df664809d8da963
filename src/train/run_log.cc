#include "train/run_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace assay::train {
namespace {

std::string duration(double seconds) {
  const auto minutes = static_cast<long>(std::ceil(seconds / 60));
  if (minutes < 2) return fmt::format("{:.0f} s", seconds);
  if (minutes < 120) return fmt::format("{} min", minutes);
  return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
}

}  // namespace

RunLog::RunLog(engine::PosixFile file, std::uint64_t size, bool quiet)
    : file_(std::move(file)),
      size_(size),
      quiet_(quiet),
      terminal_(isatty(STDERR_FILENO) != 0),
      counted_from_(Clock::now()) {}

Result<RunLog> RunLog::open(const std::filesystem::path& path, std::uint64_t keep, bool quiet) {
  auto file = engine::PosixFile::open(path.string());
  if (!file) return tl::unexpected(file.error());
  // A second process on the same run would spoil both.
  if (auto locked = file->lock(); !locked) return tl::unexpected(locked.error());
  if (auto cut = file->truncate(keep); !cut) return tl::unexpected(cut.error());
  return RunLog(std::move(*file), keep, quiet);
}

void RunLog::write(const nlohmann::ordered_json& line) {
  const std::string text = line.dump() + "\n";
  if (state_) state_ = file_.write(text);
  size_ += text.size();
}

Result<void> RunLog::sync() {
  return state_ ? file_.sync() : state_;
}

void RunLog::count(std::size_t rows, std::size_t tokens) {
  rows_ += rows;
  tokens_ += tokens;
}

double RunLog::seconds_counted() const {
  return std::max(1e-9, std::chrono::duration<double>(Clock::now() - counted_from_).count());
}

std::pair<double, double> RunLog::rates() {
  const double seconds = seconds_counted();
  row_rate_ = static_cast<double>(rows_) / seconds;
  const double token_rate = static_cast<double>(tokens_) / seconds;
  pause();
  return {row_rate_, token_rate};
}

void RunLog::pause() {
  rows_ = 0;
  tokens_ = 0;
  counted_from_ = Clock::now();
}

void RunLog::announce(std::uint64_t steps, std::uint64_t steps_per_epoch, std::uint64_t done) {
  std::string text = fmt::format("{} steps, {} an epoch", steps, steps_per_epoch);
  if (done > 0) text += fmt::format("; goes on after step {}", done);
  say(text);
}

void RunLog::show(const Position& position) {
  if (quiet_) return;
  if (!first_seconds_) {
    first_seconds_ = position.seconds;
    first_step_ = position.step;
  }
  // A terminal is redrawn; a log file gets a line now and then.
  const double wait = terminal_ ? 1 : 30;
  const auto now = Clock::now();
  if (shown_ && std::chrono::duration<double>(now - *shown_).count() < wait) return;
  shown_ = now;
  std::string text = fmt::format("step {}/{}", position.step, position.steps);
  if (position.loss > 0) text += fmt::format("  loss {:.4f}", position.loss);
  const double rate = rows_ > 0 ? static_cast<double>(rows_) / seconds_counted() : row_rate_;
  if (rate > 0) text += fmt::format("  {:.1f} examples/s", rate);
  if (position.step > first_step_) {
    const double each =
        (position.seconds - *first_seconds_) / static_cast<double>(position.step - first_step_);
    text += fmt::format("  {} left",
                        duration(each * static_cast<double>(position.steps - position.step)));
  }
  if (terminal_) {
    fmt::print(stderr, "\r\x1b[K{}", text);
    drawn_ = true;
  } else {
    fmt::print(stderr, "{}\n", text);
  }
  std::fflush(stderr);
}

void RunLog::erase_line() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

void RunLog::say(const std::string& text) {
  if (quiet_) return;
  erase_line();
  fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

}  // namespace assay::train
