// What `assay doctor` looks at besides models.

#include <fmt/format.h>
#include <unicode/normalizer2.h>
#include <unicode/uversion.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "assay/version.h"
#include "base/format.h"
#include "base/parallel.h"
#include "cli/doctor/check.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using Verdict = DoctorCheck::Verdict;

constexpr std::uint64_t kLittleMemory = 1'000'000'000;
constexpr std::uint64_t kLittleSpace = 500'000'000;

DoctorCheck check_version() {
  return {Verdict::kOk, "version", fmt::format("assay {}, compiler {}", kVersion, __VERSION__)};
}

// "key: value" lines, the first of each key.
std::map<std::string, std::string> read_proc(const char* path) {
  std::map<std::string, std::string> values;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t key_end = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
    const std::size_t value = line.find_first_not_of(" \t", colon + 1);
    values.emplace(line.substr(0, key_end + 1),
                   value == std::string::npos ? "" : line.substr(value));
  }
  return values;
}

DoctorCheck check_processor() {
  const auto cpu = read_proc("/proc/cpuinfo");
  const auto model = cpu.find("model name");
  DoctorCheck check{Verdict::kOk, "processor",
                    model == cpu.end() ? "unknown processor" : model->second};
  check.finding +=
      fmt::format(", {}", plural(static_cast<std::uint64_t>(base::resolve_threads(0)), "thread"));
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2");
  const bool vnni = __builtin_cpu_supports("avx512vnni");
  check.finding += vnni ? ", AVX-512 VNNI" : avx2 ? ", AVX2" : ", no AVX2";
  if (!avx2) {
    check.verdict = Verdict::kWarning;
    check.hint = "models run, but slowly: they are made for processors with AVX2 or better";
  }
#endif
  return check;
}

DoctorCheck check_memory() {
  const auto memory = read_proc("/proc/meminfo");
  const auto available = memory.find("MemAvailable");
  if (available == memory.end())
    return {Verdict::kWarning, "memory", "the system does not say how much is free"};
  const std::uint64_t bytes = std::strtoull(available->second.c_str(), nullptr, 10) * 1024;
  DoctorCheck check{Verdict::kOk, "memory", format_bytes(bytes) + " available"};
  if (bytes < kLittleMemory) {
    check.verdict = Verdict::kWarning;
    check.hint = "Q² needs about a gigabyte: close other programs";
  }
  return check;
}

DoctorCheck check_icu() {
  UErrorCode error = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFCInstance(error);
  if (U_FAILURE(error) || normalizer == nullptr)
    return {Verdict::kFailure, "ICU",
            fmt::format("its data cannot be read: {}", u_errorName(error)),
            "install ICU's data (libicu) again"};
  const auto composed = normalizer->normalize(u"e\u0301", error);
  if (U_FAILURE(error) || composed != icu::UnicodeString(u"\u00e9"))
    return {Verdict::kFailure, "ICU", "it normalises text wrongly", "install ICU (libicu) again"};
  return {Verdict::kOk, "ICU", fmt::format("{}, Unicode {}", U_ICU_VERSION, U_UNICODE_VERSION)};
}

bool can_write(const fs::path& folder) {
  const fs::path probe = folder / fmt::format(".assay-doctor-{}", getpid());
  std::error_code error;
  if (fs::exists(probe, error)) return true;
  const bool written = static_cast<bool>(std::ofstream(probe) << "assay" << std::flush);
  fs::remove(probe, error);
  return written;
}

DoctorCheck check_folder() {
  std::error_code error;
  const fs::path folder = fs::current_path(error);
  if (error)
    return {Verdict::kFailure, "working folder", error.message(), "change to another folder"};
  if (!can_write(folder))
    return {Verdict::kWarning, "working folder", folder.string() + " cannot be written to",
            "give -o a file in a folder of yours"};
  const auto space = fs::space(folder, error);
  DoctorCheck check{Verdict::kOk, "working folder",
                    fmt::format("{}, {} free", folder.string(), format_bytes(space.available))};
  if (error || space.available < kLittleSpace) {
    check.verdict = Verdict::kWarning;
    check.hint = "results of large inputs may not fit: make room, or write to another disk";
  }
  return check;
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return "ok";
    case Verdict::kWarning:
      return "warn";
    case Verdict::kFailure:
      return "fail";
  }
  return "fail";
}

std::vector<DoctorCheck> check_machine() {
  return {check_version(), check_processor(), check_memory(), check_icu(), check_folder()};
}

}  // namespace assay::cli
