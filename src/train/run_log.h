#pragma once
// The log of a run (JSON lines) and the line on standard error that shows how far it is.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "assay/error.h"
#include "engine/posix_file.h"

namespace assay::train {

struct Position {
  std::uint64_t step = 0;
  std::uint64_t steps = 0;
  double seconds = 0;
  double loss = 0;
};

class RunLog {
 public:
  // Goes on behind the first `keep` bytes of the file; what stands behind them is dropped.
  static Result<RunLog> open(const std::filesystem::path& file, std::uint64_t keep, bool quiet);

  void write(const nlohmann::ordered_json& line);
  std::uint64_t size() const { return size_; }
  // The first write that failed, if any, shows here.
  Result<void> sync();

  // Work done since the last call of rates().
  void count(std::size_t rows, std::size_t tokens);
  // Rows and tokens a second since then; evaluation does not count (pause()).
  std::pair<double, double> rates();
  void pause();

  void announce(std::uint64_t steps, std::uint64_t steps_per_epoch, std::uint64_t done);
  void show(const Position& position);
  void say(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;

  RunLog(engine::PosixFile file, std::uint64_t size, bool quiet);
  void erase_line();
  double seconds_counted() const;

  engine::PosixFile file_;
  std::uint64_t size_;
  Result<void> state_;
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  std::uint64_t first_step_ = 0;
  std::optional<double> first_seconds_;
  std::size_t rows_ = 0;
  std::size_t tokens_ = 0;
  double row_rate_ = 0;
  Clock::time_point counted_from_;
  std::optional<Clock::time_point> shown_;
};

}  // namespace assay::train
