#pragma once
// Work on a thread of its own, while the interpreter runs others and Ctrl-C is seen.

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <utility>

#include "conversions.h"

namespace assay::python {

// Called without the interpreter's lock. Looks for signals now and then, which only Python's own
// threads can; what their handlers raise is kept in `raised`, and `interrupt` is set.
template <typename T>
T wait_for(std::future<T>& future, std::atomic<bool>& interrupt, std::exception_ptr& raised) {
  constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
  while (future.wait_for(kBetweenLooks) != std::future_status::ready) {
    const pybind11::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0) continue;
    if (!raised) {
      raised = std::make_exception_ptr(pybind11::error_already_set());
    } else {
      PyErr_Clear();
    }
    interrupt = true;
  }
  return future.get();
}

// What `work(flag)` gives; when the flag is set, it is to end soon with kInterrupted.
template <typename Work>
auto value_of(Work&& work) {
  std::atomic<bool> interrupt = false;
  std::exception_ptr raised;
  auto result = [&] {
    const pybind11::gil_scoped_release unlocked;
    auto future = std::async(std::launch::async, [&] { return work(&interrupt); });
    return wait_for(future, interrupt, raised);
  }();
  if (raised) std::rethrow_exception(raised);
  return value_or_raise(std::move(result));
}

}  // namespace assay::python
