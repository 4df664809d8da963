#include "cli/explain_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/format.h"
#include "cli/command_line/text_width.h"
#include "report/explanation.h"

namespace assay::cli {
namespace {

constexpr std::size_t kLabelWidth = 13;
constexpr std::size_t kUnitIndent = 4;
constexpr std::size_t kEvidenceContext = 80;

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

std::string_view colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported:
      return colour::kGreen;
    case Verdict::kRefuted:
      return colour::kRed;
    case Verdict::kNotEnoughInfo:
    case Verdict::kNotVerifiable:
      return colour::kYellow;
  }
  return colour::kYellow;
}

class Explanation {
 public:
  Explanation(const ResultLine& line, const ExplainOptions& options)
      : line_(line), result_(line.result), options_(options), style_(options.style) {}

  std::string text() {
    head();
    if (options_.record) texts();
    reason();
    units();
    arithmetic();
    discarded();
    footnotes();
    return std::move(text_);
  }

 private:
  void head();
  void texts();
  void reason();
  void units();
  void unit(std::size_t number, const Unit& unit);
  void question(const Unit& unit, const QuestionDetail& detail);
  void evidence(const Evidence& evidence);
  void arithmetic();
  void discarded();
  void footnotes();

  void heading(std::string_view title) {
    text_ += fmt::format("\n{}\n", style_.paint(title, colour::kBold));
  }
  // A label and a text that may take several lines.
  void field(std::string_view label, std::string_view value, std::size_t indent = kUnitIndent);

  const ResultLine& line_;
  const RecordResult& result_;
  const ExplainOptions& options_;
  const Style& style_;
  std::string text_;
};

void Explanation::field(std::string_view label, std::string_view value, std::size_t indent) {
  const std::size_t margin = indent + kLabelWidth;
  const std::size_t room = std::max<std::size_t>(options_.width, margin + 20) - margin;
  std::string start = fmt::format("{:{}}{:<{}}", "", indent, label, kLabelWidth);
  for (const std::string& part : wrap(value, room)) {
    text_ += start + part + "\n";
    start = std::string(margin, ' ');
  }
}

void Explanation::head() {
  text_ += style_.paint(one_line(result_.id), colour::kBold) + "\n";
  field("metric", result_.metric, 0);
  field("status", to_string(result_.status), 0);
  if (result_.score) field("score", format_score(*result_.score), 0);
  std::string others;
  for (const auto& [name, value] : result_.scores)
    if (name != result_.metric)
      others += fmt::format("{}{} {}", others.empty() ? "" : ", ", name, format_score(value));
  if (!others.empty()) field("also", others, 0);
  if (!line_.label_json.empty()) field("label", one_line(line_.label_json), 0);
}

void Explanation::texts() {
  const Record& record = *options_.record;
  heading("Record");
  field("response", one_line(record.response), 2);
  for (std::size_t i = 0; i < record.knowledge.size(); ++i) {
    const Passage& passage = record.knowledge[i];
    const std::string name = passage.id.empty() ? fmt::format("{}", i) : passage.id;
    field("knowledge", fmt::format("[{}] {}", one_line(name), one_line(passage.text)), 2);
  }
  for (std::size_t i = 0; i < record.references.size(); ++i) {
    const std::string number = record.references.size() > 1 ? fmt::format("[{}] ", i) : "";
    field("reference", number + one_line(record.references[i]), 2);
  }
}

// Why there is no score, or why the score was not made in the usual way.
void Explanation::reason() {
  for (const std::string& sentence :
       {report::explain_status(result_), report::explain_fallback(result_)})
    if (!sentence.empty()) text_ += fmt::format("\n{}\n", sentence);
}

void Explanation::units() {
  if (result_.units.empty()) return;
  const bool questions = result_.units[0].kind == UnitKind::kQuestion;
  heading(questions ? "Questions" : "Judged");
  for (std::size_t i = 0; i < result_.units.size(); ++i) unit(i + 1, result_.units[i]);
}

void Explanation::unit(std::size_t number, const Unit& unit) {
  const std::string score = unit.score ? format_score(*unit.score) : "no score";
  text_ += fmt::format("{:>3} {}  {}\n", number,
                       style_.paint(to_string(unit.verdict), colour_of(unit.verdict)), score);
  std::string about = one_line(unit.text);
  if (unit.span) about += fmt::format("  (response {}-{})", unit.span->start, unit.span->end);
  field(unit.kind == UnitKind::kQuestion ? "asked about" : "text", about);
  if (const auto* detail = std::get_if<QuestionDetail>(&unit.detail)) question(unit, *detail);
  for (const Evidence& piece : unit.evidence) evidence(piece);
}

void Explanation::question(const Unit& unit, const QuestionDetail& detail) {
  field("question", one_line(detail.question));
  field("response", one_line(detail.response_answer));
  field("knowledge", detail.knowledge_answer ? one_line(*detail.knowledge_answer) : "(no answer)");
  field("compared", report::explain_comparison(result_, unit, detail));
}

// The passage around the evidence where the record is at hand, else the evidence alone.
void Explanation::evidence(const Evidence& piece) {
  std::string text = one_line(piece.text);
  if (options_.record) {
    const auto& passages = options_.record->knowledge;
    for (std::size_t i = 0; i < passages.size(); ++i) {
      const std::string& name = passages[i].id;
      if ((name.empty() ? fmt::format("{}", i) : name) != piece.id) continue;
      if (piece.span.byte_end > passages[i].text.size()) continue;
      text = mark(one_line(passages[i].text), piece.span.byte_start, piece.span.byte_end,
                  kEvidenceContext, style_);
    }
  }
  const std::string place = fmt::format("({} {}, {}-{})", piece.source, one_line(piece.id),
                                        piece.span.start, piece.span.end);
  field("evidence", text + "  " + place);
}

void Explanation::arithmetic() {
  const std::string arithmetic = report::explain_arithmetic(result_);
  if (arithmetic.empty()) return;
  heading("Arithmetic");
  const std::size_t room = std::max<std::size_t>(options_.width, kUnitIndent + 20) - kUnitIndent;
  for (const std::string& part : wrap(arithmetic, room))
    text_ += std::string(kUnitIndent, ' ') + part + "\n";
}

void Explanation::discarded() {
  if (result_.discarded.empty()) return;
  heading("Discarded");
  for (const Discarded& discarded : result_.discarded) {
    text_ += fmt::format("  {}\n", one_line(discarded.text));
    field("because", one_line(report::explain_discarded(discarded)));
  }
}

void Explanation::footnotes() {
  std::string counts;
  for (const auto& [name, count] : result_.counts)
    counts +=
        fmt::format("{}{} {}", counts.empty() ? "" : ", ", name,
                    format_count(static_cast<std::uint64_t>(std::max<std::int64_t>(count, 0))));
  text_ += "\n";
  if (!counts.empty()) field("counts", counts, 0);
  if (result_.truncated) field("truncated", "some text did not fit a model even in windows", 0);
  field("fingerprint", line_.fingerprint, 0);
}

}  // namespace

std::string explain_result(const ResultLine& line, const ExplainOptions& options) {
  return Explanation(line, options).text();
}

std::string mark(std::string_view text, std::size_t begin, std::size_t end, std::size_t context,
                 const Style& style) {
  end = std::min(end, text.size());
  begin = std::min(begin, end);
  std::size_t from = begin > context ? begin - context : 0;
  std::size_t to = std::min(text.size(), end + context);
  while (from > 0 && is_continuation(text[from])) --from;
  while (to < text.size() && is_continuation(text[to])) ++to;
  const std::string_view marked = text.substr(begin, end - begin);
  return fmt::format(
      "{}{}{}{}{}", from > 0 ? "…" : "", text.substr(from, begin - from),
      style.coloured() ? style.paint(marked, colour::kMark) : fmt::format("»{}«", marked),
      text.substr(end, to - end), to < text.size() ? "…" : "");
}

}  // namespace assay::cli
