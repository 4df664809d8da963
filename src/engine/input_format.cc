#include "engine/input_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "engine/errors.h"

namespace assay::engine {
namespace {

struct Ending {
  std::string_view ending;
  InputFormat format;
};

constexpr std::array<Ending, 6> kEndings = {{{".jsonl", InputFormat::kJsonl},
                                             {".ndjson", InputFormat::kJsonl},
                                             {".json", InputFormat::kJsonl},
                                             {".csv", InputFormat::kCsv},
                                             {".tsv", InputFormat::kTsv},
                                             {".tab", InputFormat::kTsv}}};

}  // namespace

Result<InputFormat> resolve_format(const std::string& path, InputFormat format) {
  if (format != InputFormat::kAuto) return format;
  if (path == "-") return InputFormat::kJsonl;
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Ending& known : kEndings) {
    if (known.ending == ending) return known.format;
  }
  return fail_in_file(ErrorCode::kInvalidOption, path,
                      "the format of the file cannot be told from its name",
                      "say it with --format jsonl, csv or tsv");
}

}  // namespace assay::engine
