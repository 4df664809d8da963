#include "train/span_row.h"

#include <algorithm>
#include <cmath>

#include "model/windows.h"
#include "text/utf8.h"
#include "train/row_fields.h"

namespace assay::train {
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

void read_answer(RowFields& fields, SpanRow& row) {
  const std::int64_t start = fields.has("answer_start") ? fields.integer("answer_start") : -1;
  if (start < -1) fields.blame("answer_start", "is less than -1");
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

// The answer's tokens among those of the context; the answer is given in bytes.
void mark_answer(const SpanRow& row, LaidWindow& window) {
  if (row.answer.empty()) return;
  const std::size_t end = row.begin + row.answer.size();
  std::int32_t first = 0;
  std::int32_t last = 0;
  for (std::size_t i = window.context_begin; i < window.context_end; ++i) {
    const ByteRange range = window.tokens.ranges[i];
    if (range.end <= row.begin || range.begin >= end) continue;
    if (first == 0) first = static_cast<std::int32_t>(i);
    last = static_cast<std::int32_t>(i);
  }
  if (first == 0) return;
  // An answer that the window cuts is not to be learned in halves.
  const ByteRange whole = {window.tokens.ranges[static_cast<std::size_t>(first)].begin,
                           window.tokens.ranges[static_cast<std::size_t>(last)].end};
  if (whole.begin > row.begin || whole.end < end) return;
  window.first = first;
  window.last = last;
}

}  // namespace

Result<SpanRow> parse_span_row(const JsonlLine& line, const std::string& file,
                               const std::string& default_source) {
  RowFields fields(line, file);
  SpanRow row;
  row.context = fields.text("context");
  row.question = fields.text("question");
  row.source = fields.text_or("source", default_source);
  row.weight = static_cast<float>(fields.number_or("weight", 1));
  if (!(row.weight >= 0) || !std::isfinite(row.weight)) {
    fields.blame("weight", "must not be negative");
  }
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

Result<std::vector<LaidWindow>> lay_windows(const SpanRow& row, const Tokenizer& tokenizer,
                                            const SpanReading& reading) {
  const auto question = tokenizer.tokenize(row.question);
  if (!question) return tl::unexpected(question.error());
  const auto context = tokenizer.tokenize(row.context);
  if (!context) return tl::unexpected(context.error());
  const model::SequenceLimits limits = {.max_length = reading.max_length,
                                        .whole = reading.max_length,
                                        .shared = reading.stride,
                                        .specials = tokenizer.specials_of_pair()};
  const auto plan = model::plan_pair(question->size(), context->size(), limits);
  std::vector<LaidWindow> windows;
  for (const model::Window& place : plan.windows) {
    LaidWindow window;
    window.tokens = tokenizer.assemble(question->slice(0, plan.fixed_tokens),
                                       context->slice(place.first, place.last));
    const auto& sources = window.tokens.sources;
    const auto begin = std::find(sources.begin(), sources.end(), TokenSource::kSecond);
    window.context_begin = static_cast<std::size_t>(begin - sources.begin());
    window.context_end = window.context_begin + (place.last - place.first);
    mark_answer(row, window);
    windows.push_back(std::move(window));
  }
  return windows;
}

}  // namespace assay::train
