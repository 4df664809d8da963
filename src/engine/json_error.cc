#include "engine/json_error.h"

#include <fmt/format.h>

#include <array>

#include "engine/errors.h"

namespace assay::engine {
namespace {

// What programs write that do not know JSON, and what JSON has for it.
struct Misspelling {
  std::string_view wrong;
  std::string_view right;
};

constexpr std::array<Misspelling, 7> kMisspellings = {{{"NaN", "null"},
                                                       {"Infinity", "null"},
                                                       {"-Infinity", "null"},
                                                       {"None", "null"},
                                                       {"undefined", "null"},
                                                       {"True", "true"},
                                                       {"False", "false"}}};

}  // namespace

Error json_error(std::string_view text, std::size_t flaw) {
  if (flaw > 0 && text[flaw - 1] == '-') --flaw;
  for (const Misspelling& misspelling : kMisspellings) {
    if (!text.substr(flaw).starts_with(misspelling.wrong)) continue;
    return invalid_input(fmt::format("{} is not JSON: write {} (at byte {} of the line)",
                                     misspelling.wrong, misspelling.right, flaw));
  }
  if (flaw >= text.size()) {
    return invalid_input(
        fmt::format("not valid JSON at byte {} of the line: it ends too early", flaw),
        "every line must be one JSON object; `jq -c .` puts objects on one line each");
  }
  return invalid_input(fmt::format("not valid JSON at byte {} of the line", flaw),
                       "every line must be one JSON object");
}

}  // namespace assay::engine
