#include "rows/answer_row.h"

#include <algorithm>
#include <optional>

#include "rows/row_fields.h"
#include "text/utf8.h"

namespace assay::rows {
namespace {

// The byte at which the code point `place` starts; absent when the text is shorter.
std::optional<std::size_t> byte_of(const std::string& text, std::int64_t place) {
  std::size_t byte = 0;
  for (std::int64_t i = 0; i < place; ++i) {
    if (byte == text.size()) return std::nullopt;
    text::next_code_point(text, byte);
  }
  return byte;
}

void read_answer(RowFields& fields, AnswerRow& row) {
  if (!fields.has("answer_start") && !fields.text_or("answer_text", "").empty()) {
    fields.blame("answer_start", "is missing, but there is an answer_text",
                 "it counts code points of the context from 0; -1 says that there is no answer");
  }
  const std::int64_t start = fields.has("answer_start") ? fields.integer("answer_start") : -1;
  if (start < -1) fields.blame("answer_start", "is less than -1");
  if (start < 0 && !fields.text_or("answer_text", "").empty()) {
    fields.blame(
        "answer_start", "says that there is no answer, but there is an answer_text",
        "it counts code points of the context from 0; without an answer leave the text out");
  }
  if (start < 0) return;
  row.answer = fields.text("answer_text");
  const auto begin = byte_of(row.context, start);
  if (!begin || row.context.compare(*begin, row.answer.size(), row.answer) != 0) {
    fields.blame("answer_start", "answer_text does not stand there",
                 "it counts code points of the context from 0; -1 says that there is no answer");
    return;
  }
  row.begin = *begin;
}

}  // namespace

Result<AnswerRow> parse_answer_row(const JsonlLine& line, const std::string& file,
                                   const std::string& default_source) {
  RowFields fields(line, file);
  AnswerRow row;
  row.context = fields.text("context");
  row.question = fields.text("question");
  row.source = fields.text_or("source", default_source);
  row.weight = fields.weight();
  if (!fields.error()) read_answer(fields, row);
  if (fields.error()) return tl::unexpected(*fields.error());
  // White space at the ends has no tokens.
  const std::size_t lead = row.answer.find_first_not_of(" \t\r\n");
  if (!row.answer.empty()) {
    row.begin += lead;
    row.answer = row.answer.substr(lead, row.answer.find_last_not_of(" \t\r\n") + 1 - lead);
  }
  return row;
}

std::vector<AnswerRow> of_other_contexts(std::span<const AnswerRow> rows) {
  const bool all_answered = std::none_of(rows.begin(), rows.end(),
                                         [](const AnswerRow& row) { return row.answer.empty(); });
  if (!all_answered || rows.size() < 2) return {};
  std::vector<AnswerRow> others;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    AnswerRow other;
    other.question = rows[i].question;
    other.context = rows[(i + rows.size() / 2) % rows.size()].context;
    other.source = rows[i].source + ", other context";
    others.push_back(std::move(other));
  }
  return others;
}

}  // namespace assay::rows
