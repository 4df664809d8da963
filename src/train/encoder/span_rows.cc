#include "train/encoder/span_rows.h"

#include <algorithm>

#include "base/hash.h"
#include "rows/row_reading.h"
#include "train/encoder/span_row.h"
#include "train/random.h"

namespace assay::train {
namespace {

struct Parsed {
  AnswerRow row;
  bool unread = false;  // the tokenizer drops the answer, which is not to be taught as a refusal
  std::vector<LaidWindow> windows;
  std::optional<Error> error;
};

Parsed parse(const rows::JsonlLine& line, const std::string& file, const std::string& source,
             const Tokenizer& tokenizer, const SpanReading& reading) {
  Parsed parsed;
  auto row = rows::parse_answer_row(line, file, source);
  if (row) {
    parsed.row = std::move(*row);
    auto windows = lay_windows(parsed.row, tokenizer, reading);
    if (windows) {
      parsed.windows = std::move(*windows);
      return parsed;
    }
    parsed.error = windows.error();
    parsed.error->file = file;
    parsed.error->line = line.number;
    return parsed;
  }
  parsed.error = row.error();
  return parsed;
}

// Drops windows without the answer above the limit; which ones stay depends on the row's text and
// the seed, not on other rows.
void thin_out(const SpanReading& reading, Parsed& parsed) {
  std::vector<std::size_t> empty;
  for (std::size_t i = 0; i < parsed.windows.size(); ++i) {
    if (parsed.windows[i].last == 0) empty.push_back(i);
  }
  const bool answered = empty.size() < parsed.windows.size();
  const std::size_t most = std::max<std::size_t>(reading.null_windows, answered ? 0 : 1);
  if (empty.size() <= most) return;
  Random random(reading.seed ^ base::hash128(parsed.row.context + parsed.row.question).low);
  shuffle(empty, random);
  empty.erase(empty.begin(), empty.begin() + static_cast<std::ptrdiff_t>(most));
  std::sort(empty.rbegin(), empty.rend());
  for (const std::size_t index : empty) {
    parsed.windows.erase(parsed.windows.begin() + static_cast<std::ptrdiff_t>(index));
  }
}

void append(const Parsed& parsed, SpanRows& rows) {
  if (parsed.unread) {
    ++rows.unread;
    return;
  }
  for (const LaidWindow& window : parsed.windows) {
    rows.tokens.add(window.tokens);
    rows.first.push_back(window.first);
    rows.last.push_back(window.last);
    rows.weights.push_back(parsed.row.weight);
    rows.sources.add(parsed.row.source);
  }
}

void add_question(const AnswerRow& row, const std::vector<LaidWindow>& windows,
                  SpanQuestions& questions) {
  for (const LaidWindow& window : windows) {
    SpanWindow place;
    place.question = questions.questions.size();
    place.context_begin = window.context_begin;
    place.ranges.assign(
        window.tokens.ranges.begin() + static_cast<std::ptrdiff_t>(window.context_begin),
        window.tokens.ranges.begin() + static_cast<std::ptrdiff_t>(window.context_end));
    questions.tokens.add(window.tokens);
    questions.windows.push_back(std::move(place));
  }
  questions.questions.push_back({row.context, row.answer});
  questions.sources.add(row.source);
}

Result<void> add_other_contexts(const std::vector<AnswerRow>& rows, const Tokenizer& tokenizer,
                                const SpanReading& reading, SpanQuestions& questions) {
  for (const AnswerRow& row : rows::of_other_contexts(rows)) {
    const auto windows = lay_windows(row, tokenizer, reading);
    if (!windows) return tl::unexpected(windows.error());
    add_question(row, *windows, questions);
  }
  return {};
}

template <typename T>
void keep_of(std::vector<T>& values, const std::vector<std::size_t>& rows) {
  std::vector<T> kept;
  for (const std::size_t row : rows) kept.push_back(values[row]);
  values = std::move(kept);
}

}  // namespace

void SpanRows::keep(const std::vector<std::size_t>& rows) {
  tokens.keep(rows);
  keep_of(first, rows);
  keep_of(last, rows);
  keep_of(weights, rows);
  sources.keep(rows);
}

Result<void> read_spans(const std::filesystem::path& file, const Tokenizer& tokenizer,
                        const SpanReading& reading, SpanRows& rows) {
  const std::string source = rows::source_of_file(file);
  return rows::read_rows<Parsed>(
      file, reading.threads,
      [&](const rows::JsonlLine& line, const std::string& name) {
        Parsed parsed = parse(line, name, source, tokenizer, reading);
        parsed.unread = !parsed.row.answer.empty() && !reads_answer(parsed.row, parsed.windows);
        thin_out(reading, parsed);
        return parsed;
      },
      [&](const Parsed& parsed) { append(parsed, rows); });
}

Result<void> read_questions(const std::filesystem::path& file, const Tokenizer& tokenizer,
                            const SpanReading& reading, SpanQuestions& questions) {
  const std::string source = rows::source_of_file(file);
  std::vector<AnswerRow> rows;
  const auto read = rows::read_rows<Parsed>(
      file, reading.threads,
      [&](const rows::JsonlLine& line, const std::string& name) {
        return parse(line, name, source, tokenizer, reading);
      },
      [&](const Parsed& parsed) {
        add_question(parsed.row, parsed.windows, questions);
        rows.push_back(parsed.row);
      });
  if (!read) return read;
  return add_other_contexts(rows, tokenizer, reading, questions);
}

}  // namespace assay::train
