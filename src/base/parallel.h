#pragma once
// A loop over independent items on several threads.

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace assay::base {

// All cores when `threads` is 0.
inline int resolve_threads(int threads) {
  if (threads > 0) return threads;
  const unsigned cores = std::thread::hardware_concurrency();
  return cores == 0 ? 1 : static_cast<int>(cores);
}

// Calls work(i) for every i below `count`, once each, in any order; returns when all are done.
// `work` must not throw and must write only to what belongs to its own i.
template <typename Work>
void parallel_for(std::size_t count, int threads, Work&& work) {
  const std::size_t wanted = static_cast<std::size_t>(resolve_threads(threads));
  const std::size_t workers = wanted < count ? wanted : count;
  if (workers <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> pool;
  for (std::size_t t = 1; t < workers; ++t) pool.emplace_back(run);
  run();
}

}  // namespace assay::base
