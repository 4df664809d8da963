#include "llm/llama_library.h"

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "ggml.h"

namespace assay::llm {
namespace {

// llama.cpp reports by a callback on the thread that called it, and has no other way.
thread_local std::string reported;

void keep_errors(ggml_log_level level, const char* text, void* /*unused*/) {
  if (level != GGML_LOG_LEVEL_ERROR || text == nullptr || !reported.empty()) return;
  reported = text;
  while (!reported.empty() && (reported.back() == '\n' || reported.back() == ' ')) {
    reported.pop_back();
  }
}

// What llama.cpp takes for a bug of its own, and would end the process for, a damaged file can
// cause. Its frames are unwound as those of any library; what they held is lost, so a context in
// which something was computed must not be used again.
[[noreturn]] void throw_assertion(const char* message) {
  const std::string_view text = message == nullptr ? "llama.cpp gave up" : message;
  const std::size_t folders = text.substr(0, text.find(": ")).rfind('/');
  throw std::runtime_error(
      std::string(folders == std::string_view::npos ? text : text.substr(folders + 1)));
}

bool has_instructions() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi2");  // F16C too, which clang 14 cannot ask for, is older
#else
  return true;
#endif
}

bool start_once() {
  // Its tiled product of K-quantised weights starts at a number of rows, and sums in another order
  // than the product of single rows: results would depend on what else is in the batch. Whoever
  // wants its speed more than that sets the variable.
  ::setenv("GGML_CPU_TILED_MM", "0", 0);
  ::setenv("GGML_NO_BACKTRACE", "1", 0);  // which is a debugger that it starts
  llama_log_set(keep_errors, nullptr);
  ggml_set_abort_callback(throw_assertion);
  llama_backend_init();
  return true;
}

}  // namespace

Result<void> start_llama() {
  if (!has_instructions()) {
    return fail(ErrorCode::kUnsupported,
                "language models need a processor with AVX2, FMA, F16C and BMI2",
                "use an endpoint on another machine");
  }
  static const bool started = start_once();
  (void)started;
  return {};
}

std::string take_llama_error() {
  return std::exchange(reported, {});
}

std::string llama_identity() {
  return std::string("llama.cpp ") + llama_version();
}

}  // namespace assay::llm
