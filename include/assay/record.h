#pragma once
// What is scored: one response with its knowledge. The same struct whatever file it came from.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct Passage {
  std::string id;     // may be empty
  std::string title;  // may be empty
  std::string text;
};

struct Turn {
  std::string speaker;  // may be empty
  std::string text;
};

// All strings are valid UTF-8 (the readers check). Offsets in results refer to `response` and to
// `knowledge[i].text` exactly as they stand here.
struct Record {
  std::uint64_t ordinal = 0;  // 0-based position in the input
  std::uint64_t line = 0;     // 1-based line on which it starts; 0 when it came from no file
  std::string id;             // from the input, else made from the line number
  std::string response;
  std::vector<Passage> knowledge;
  std::vector<Turn> history;
  // What a good response says, in one or several ways: metrics take the best of them, or what
  // their libraries do with several (docs/metrics/). Empty when absent.
  std::vector<std::string> references;
  std::string label_json;  // the label as JSON text, empty when absent
  std::string extra_json;  // every other field as one JSON object, empty when there is none
};

}  // namespace assay
