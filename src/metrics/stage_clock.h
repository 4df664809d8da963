#pragma once
// Seconds that the stages of a metric took, in the order in which the stages first ran.
//
//   StageClock clock;
//   { auto timing = clock.time("parse"); ... }
//   clock.times();
//
// Thread-safety: none; one metric scores one window at a time.

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "assay/metric.h"

namespace assay {

class StageClock {
 public:
  class Timing {
   public:
    Timing(StageClock& clock, std::string_view stage)
        : clock_(clock), stage_(stage), start_(std::chrono::steady_clock::now()) {}
    ~Timing() {
      const auto elapsed = std::chrono::steady_clock::now() - start_;
      clock_.add(stage_, std::chrono::duration<double>(elapsed).count());
    }
    Timing(const Timing&) = delete;
    Timing& operator=(const Timing&) = delete;

   private:
    StageClock& clock_;
    std::string_view stage_;
    std::chrono::steady_clock::time_point start_;
  };

  // `stage` must outlive the returned object.
  [[nodiscard]] Timing time(std::string_view stage) { return Timing(*this, stage); }

  const std::vector<StageTime>& times() const { return times_; }

 private:
  void add(std::string_view stage, double seconds) {
    auto known = std::find_if(times_.begin(), times_.end(),
                              [&](const StageTime& time) { return time.stage == stage; });
    if (known == times_.end()) known = times_.insert(times_.end(), {std::string(stage), 0});
    known->seconds += seconds;
  }

  std::vector<StageTime> times_;
};

}  // namespace assay
