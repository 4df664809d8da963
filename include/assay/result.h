#pragma once
// What a metric says about a record: schema `assay.result/1`, described in docs/formats/result.md.
//
// A number never stands for a failure: `score` is absent unless `status` is kMeasured, and a value
// that is not finite cannot be written (to_json_line turns such a result into kFailed).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/error.h"

namespace assay {

enum class Status {
  kMeasured,    // there is a score
  kNoClaims,    // the response holds nothing that can be checked
  kNoEvidence,  // there is nothing to check it against
  kFailed,      // see `error`
};

enum class Verdict { kSupported, kRefuted, kNotEnoughInfo, kNotVerifiable };

enum class UnitKind { kQuestion, kFact, kTuple, kText };

// A half-open range of a text, both in code points and in UTF-8 bytes of the caller's own string.
struct Span {
  std::size_t start = 0;
  std::size_t end = 0;
  std::size_t byte_start = 0;
  std::size_t byte_end = 0;
};

// A piece of the knowledge that decided a unit.
struct Evidence {
  std::string source;  // "knowledge"
  std::string id;      // the passage's id, or its 0-based position when it has none
  Span span;           // in that passage's text
  std::string text;
};

// What Q² adds to a unit (metrics.md, Q² steps 2 to 6).
struct QuestionDetail {
  std::string question;
  std::string style;                            // how it was made: "fronted", "in_place", ...
  std::string response_answer;                  // what QA finds in the response (the round trip)
  std::optional<Span> response_answer_span;     // in the response
  std::optional<std::string> knowledge_answer;  // absent: the knowledge does not answer
  std::string comparison;    // "no_answer", "exact", "entailment", "contradiction", "neutral_f1"
  double f1 = 0;             // token F1 of the two normalised answers, 0 to 1
  double answer_margin = 0;  // QA's logit margin of the knowledge answer over "no answer"
  // Probabilities of the answer comparison, present when NLI was asked: entailment, neutral,
  // contradiction.
  std::optional<std::array<double, 3>> nli;
};

struct Unit {
  UnitKind kind = UnitKind::kText;
  std::string text;          // the candidate, fact, tuple or text that is judged
  std::optional<Span> span;  // in the response, where the text stands there literally
  Verdict verdict = Verdict::kNotEnoughInfo;
  std::optional<double> score;
  std::vector<Evidence> evidence;
  std::variant<std::monostate, QuestionDetail> detail;
};

struct Discarded {
  std::string text;    // the question or candidate that was dropped
  std::string reason;  // a fixed word: "personal", "round_trip", "no_question", ...
  std::string detail;  // what makes the reason concrete; may be empty
};

// One JSON line. Ordered as written; names are documented in docs/metrics/.
struct RecordResult {
  std::string id;
  std::string metric;
  Status status = Status::kFailed;
  std::optional<double> score;
  std::vector<std::pair<std::string, double>> scores;
  std::vector<Unit> units;
  std::vector<Discarded> discarded;
  std::string fallback;  // the method that stood in, empty when none did
  std::vector<std::pair<std::string, std::int64_t>> counts;
  bool truncated = false;  // some text did not fit a model even in windows
  std::optional<Error> error;
};

// What a result line takes over from its record: JSON text, empty when the record has none.
struct PassedThrough {
  std::string_view label_json = {};
  std::string_view extra_json = {};
};

// The result as one line of JSON without a line break: fixed order of members, shortest numbers
// that read back as the same doubles, the same bytes in every locale. A result with a number that
// is not finite or a text that is not UTF-8 is written as kFailed with what is wrong.
std::string to_json_line(const RecordResult& result, std::string_view fingerprint,
                         const PassedThrough& passed = {});

const char* to_string(Status status);
const char* to_string(Verdict verdict);
const char* to_string(UnitKind kind);

}  // namespace assay
