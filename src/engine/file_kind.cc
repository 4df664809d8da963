#include "engine/file_kind.h"

#include <array>
#include <string>

#include "engine/errors.h"

namespace assay::engine {
namespace {

using namespace std::string_view_literals;

struct Kind {
  std::string_view magic;
  std::string_view name;
  std::string_view hint;
};

constexpr std::string_view kRecode = "convert it to UTF-8, such as with `iconv -t utf-8`";
constexpr std::string_view kTable = "write it as JSON lines or CSV first";

// UTF-32 stands before UTF-16, whose mark it begins with.
constexpr std::array<Kind, 11> kKinds = {{
    {"\xFF\xFE\0\0"sv, "UTF-32, not UTF-8", kRecode},
    {"\0\0\xFE\xFF"sv, "UTF-32, not UTF-8", kRecode},
    {"\xFF\xFE"sv, "UTF-16, not UTF-8", kRecode},
    {"\xFE\xFF"sv, "UTF-16, not UTF-8", kRecode},
    {"\x1F\x8B"sv, "a gzip file, not text", "unpack it first, with `gunzip`"},
    {"BZh91AY&SY"sv, "a bzip2 file, not text", "unpack it first, with `bunzip2`"},
    {"\xFD\x37zXZ\0"sv, "an xz file, not text", "unpack it first, with `unxz`"},
    {"\x28\xB5\x2F\xFD"sv, "a Zstandard file, not text", "unpack it first, with `unzstd`"},
    {"PK\x03\x04"sv, "a zip archive or an office document, not text",
     "unpack it first, with `unzip`, or save the sheet as CSV"},
    {"PAR1\x15"sv, "a Parquet file, not text", kTable},
    {"SQLite for"sv, "an SQLite database, not text", kTable},
}};

// Text that begins with ASCII characters, as records do, and has no mark at its start.
std::string_view wide_text(std::string_view start) {
  if (start.size() < 4) return {};
  const auto zeros = [&](std::size_t from, std::size_t step) {
    for (std::size_t at = from; at + 1 < start.size(); at += step) {
      if (start[at] != '\0') return false;
    }
    return true;
  };
  if (start.starts_with("\0\0\0"sv) || start.substr(1).starts_with("\0\0\0"sv)) {
    return "UTF-32, not UTF-8";
  }
  const bool little = start[0] != '\0' && zeros(1, 2);
  const bool big = start[1] != '\0' && zeros(0, 2);
  return little || big ? "UTF-16, not UTF-8" : std::string_view();
}

}  // namespace

Result<void> check_is_text(std::string_view start, std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (!start.starts_with(kind.magic)) continue;
    return fail_in_file(ErrorCode::kInvalidInput, std::string(name), "is " + std::string(kind.name),
                        std::string(kind.hint));
  }
  if (const auto wide = wide_text(start); !wide.empty()) {
    return fail_in_file(ErrorCode::kInvalidInput, std::string(name), "is " + std::string(wide),
                        std::string(kRecode));
  }
  return {};
}

}  // namespace assay::engine
