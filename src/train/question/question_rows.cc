#include "train/question/question_rows.h"

#include <optional>

#include "model/marked_text.h"
#include "rows/answer_row.h"
#include "rows/row_reading.h"

namespace assay::train {
namespace {

struct Parsed {
  rows::AnswerRow row;
  std::optional<Encoding> source;  // none: no answer
  Encoding target;
  std::optional<Error> error;
};

Result<Encoding> lay_target(const std::string& question, const Tokenizer& tokenizer,
                            std::size_t most) {
  const auto tokens = tokenizer.tokenize(question);
  if (!tokens) return tl::unexpected(tokens.error());
  const std::size_t specials = tokenizer.specials_of_single();
  // The decoder does not read the last token, so a row has one more than it has places.
  const std::size_t room = most + 1 - std::min(most + 1, specials);
  return tokenizer.assemble(tokens->slice(0, std::min(tokens->size(), room)));
}

Parsed failed(Error error, const rows::JsonlLine& line, const std::string& file) {
  Parsed parsed;
  error.file = file;
  error.line = line.number;
  parsed.error = std::move(error);
  return parsed;
}

Parsed parse(const rows::JsonlLine& line, const std::string& file, const std::string& source,
             const Tokenizer& tokenizer, const QuestionReading& reading) {
  Parsed parsed;
  auto row = rows::parse_answer_row(line, file, source);
  if (!row) {
    parsed.error = row.error();
    return parsed;
  }
  parsed.row = std::move(*row);
  if (parsed.row.answer.empty()) return parsed;
  const auto context = tokenizer.tokenize(parsed.row.context);
  if (!context) return failed(context.error(), line, file);
  auto target = lay_target(parsed.row.question, tokenizer, reading.max_question);
  if (!target) return failed(target.error(), line, file);
  const auto begin = static_cast<std::uint32_t>(parsed.row.begin);
  const auto end = static_cast<std::uint32_t>(parsed.row.begin + parsed.row.answer.size());
  parsed.source = model::mark_phrase(tokenizer, *context, {begin, end}, reading.max_length);
  parsed.target = std::move(*target);
  return parsed;
}

void append(const Parsed& parsed, QuestionRows& rows) {
  if (!parsed.source) {
    ++rows.unanswered;
    return;
  }
  rows.sources.add(*parsed.source);
  rows.targets.add(parsed.target);
  rows.weights.push_back(parsed.row.weight);
  rows.origins.add(parsed.row.source);
}

}  // namespace

void QuestionRows::keep(const std::vector<std::size_t>& rows) {
  sources.keep(rows);
  targets.keep(rows);
  std::vector<float> kept;
  for (const std::size_t row : rows) kept.push_back(weights[row]);
  weights = std::move(kept);
  origins.keep(rows);
}

Result<void> read_question_rows(const std::filesystem::path& file, const Tokenizer& tokenizer,
                                const QuestionReading& reading, QuestionRows& rows) {
  const std::string source = rows::source_of_file(file);
  return rows::read_rows<Parsed>(
      file, reading.threads,
      [&](const rows::JsonlLine& line, const std::string& name) {
        return parse(line, name, source, tokenizer, reading);
      },
      [&](const Parsed& parsed) { append(parsed, rows); });
}

}  // namespace assay::train
