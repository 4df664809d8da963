#pragma once
// Reading the rows of a file: parsed on many threads, appended in their order.

#include <optional>
#include <vector>

#include "base/parallel.h"
#include "rows/jsonl_file.h"

namespace assay::rows {

// "data/nli.jsonl.gz" -> "nli": what rows without a source are called by.
inline std::string source_of_file(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  return name.substr(0, name.find('.'));
}

// Calls parse(line, name of the file) -> Parsed for every line, then append(parsed) in order.
// Parsed has a member `std::optional<Error> error`; the first one ends the reading.
template <typename Parsed, typename Parse, typename Append>
Result<void> read_rows(const std::filesystem::path& file, int threads, Parse&& parse,
                       Append&& append) {
  constexpr std::size_t kLines = 4096;
  auto lines_of = JsonlFile::open(file);
  if (!lines_of) return tl::unexpected(lines_of.error());
  for (;;) {
    const auto lines = lines_of->next(kLines);
    if (!lines) return tl::unexpected(lines.error());
    if (lines->empty()) return {};
    std::vector<Parsed> parsed(lines->size());
    base::parallel_for(lines->size(), threads,
                       [&](std::size_t i) { parsed[i] = parse((*lines)[i], lines_of->name()); });
    for (Parsed& row : parsed) {
      if (row.error) return tl::unexpected(*row.error);
      append(row);
    }
  }
}

}  // namespace assay::rows
