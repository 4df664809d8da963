// Any bytes as a run log, as they are and with the checks of their lines made right.

#include <string_view>

#include "engine/run_log.h"
#include "memory_file.h"

namespace {

using assay::engine::RunLogParser;
using assay::engine::RunLogWriter;

// Gives every line a check that fits, so that what stands in it is looked at.
void parse_sealed(std::string_view bytes) {
  RunLogWriter writer;
  RunLogParser parser;
  while (!bytes.empty()) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(line.size() < bytes.size() ? line.size() + 1 : bytes.size());
    if (line.empty()) continue;
    std::string sealed = writer.seal(std::string(line));
    sealed.pop_back();
    if (!parser.add(sealed)) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const assay::MemoryFile file(data, size);
  const auto content = assay::engine::read_run_log(file.path());
  if (content && content->log.bytes() > size) std::abort();
  parse_sealed({reinterpret_cast<const char*>(data), size});
  return 0;
}
