// Any bytes as a result line: what can be read is written and read back as the same.

#include <cstdlib>
#include <string>

#include "assay/result_reader.h"
#include "engine/summary_writer.h"

namespace {

std::string write(const assay::AnyResultLine& line) {
  if (const auto* summary = std::get_if<assay::RunSummary>(&line)) {
    return assay::engine::summary_json_line(*summary);
  }
  const auto& result = std::get<assay::ResultLine>(line);
  return to_json_line(result.result, result.fingerprint, {result.label_json, result.extra_json});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parsed =
      assay::parse_result_line(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!parsed) return 0;
  const std::string written = write(*parsed);
  const auto again = assay::parse_result_line(written);
  if (!again || write(*again) != written) std::abort();
  return 0;
}
