#include "rows/quality.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "engine/errors.h"
#include "rows/answer_row.h"
#include "rows/row_fields.h"
#include "rows/row_reading.h"

namespace assay::rows {
namespace {

struct PairRow {
  std::string premise;
  std::string hypothesis;
  std::string label;
  std::string source;
  std::optional<Error> error;
};

struct ParsedAnswer {
  AnswerRow row;
  std::optional<Error> error;
};

const char* name_of(NliScores::Label label) {
  switch (label) {
    case NliScores::Label::kEntailment:
      return "entailment";
    case NliScores::Label::kNeutral:
      return "neutral";
    case NliScores::Label::kContradiction:
      return "contradiction";
  }
  return "";
}

constexpr char kNotEntailment[] = "not_entailment";

PairRow parse_pair(const JsonlLine& line, const std::string& file, const std::string& source) {
  RowFields fields(line, file);
  PairRow row;
  row.premise = fields.text("premise");
  row.hypothesis = fields.text("hypothesis");
  row.label = fields.text("label");
  row.source = fields.text_or("source", source);
  constexpr const char* kLabels[] = {"entailment", "neutral", "contradiction", kNotEntailment};
  if (std::find(std::begin(kLabels), std::end(kLabels), row.label) == std::end(kLabels)) {
    fields.blame("label", "`" + row.label + "` is no label",
                 "labels are entailment, neutral, contradiction and not_entailment");
  }
  row.error = fields.error();
  return row;
}

bool is_right(const std::string& label, const NliScores& scores) {
  if (label == kNotEntailment) return scores.label() != NliScores::Label::kEntailment;
  return label == name_of(scores.label());
}

// Where the scores of a source stand; a new source goes to the end.
template <typename Score>
std::size_t place_of(const std::string& source, Quality<Score>& quality) {
  auto& sources = quality.sources;
  const auto found = std::find_if(sources.begin(), sources.end(),
                                  [&](const auto& known) { return known.first == source; });
  const auto place = static_cast<std::size_t>(found - sources.begin());
  if (found == sources.end()) sources.emplace_back(source, Score{});
  return place;
}

// What the model does not answer is refused at every margin.
FoundAnswer found_answer(const QaAnswer& answer) {
  if (!answer.answer) return {"", -std::numeric_limits<double>::infinity()};
  return {answer.answer->text, answer.margin};
}

tl::unexpected<Error> no_rows(const std::filesystem::path& file) {
  return engine::fail_in_file(ErrorCode::kInvalidInput, file.string(), "has no rows");
}

Result<std::vector<AnswerRow>> read_answers(const std::filesystem::path& file) {
  const std::string source = source_of_file(file);
  std::vector<AnswerRow> rows;
  const auto read = read_rows<ParsedAnswer>(
      file, /*threads=*/1,
      [&](const JsonlLine& line, const std::string& name) {
        auto row = parse_answer_row(line, name, source);
        return row ? ParsedAnswer{std::move(*row), {}} : ParsedAnswer{{}, row.error()};
      },
      [&](ParsedAnswer& parsed) { rows.push_back(std::move(parsed.row)); });
  if (!read) return tl::unexpected(read.error());
  if (rows.empty()) return no_rows(file);
  const auto others = of_other_contexts(rows);
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace

Result<Quality<PairScores>> measure_pairs(const NliModel& model,
                                          const std::filesystem::path& file) {
  const std::string source = source_of_file(file);
  std::vector<PairRow> rows;
  const auto read = read_rows<PairRow>(
      file, /*threads=*/1,
      [&](const JsonlLine& line, const std::string& name) {
        return parse_pair(line, name, source);
      },
      [&](PairRow& row) { rows.push_back(std::move(row)); });
  if (!read) return tl::unexpected(read.error());
  if (rows.empty()) return no_rows(file);
  std::vector<TextPair> pairs;
  for (const PairRow& row : rows) pairs.push_back({row.premise, row.hypothesis});
  const auto verdicts = model.judge(pairs);
  if (!verdicts) return tl::unexpected(verdicts.error());
  Quality<PairScores> quality;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t place = place_of(rows[i].source, quality);
    for (PairScores* scores : {&quality.all, &quality.sources[place].second}) {
      ++scores->rows;
      scores->right += is_right(rows[i].label, (*verdicts)[i]) ? 1 : 0;
    }
  }
  return quality;
}

Result<Quality<AnswerScores>> measure_answers(const QaModel& model,
                                              const std::filesystem::path& file) {
  const auto rows = read_answers(file);
  if (!rows) return tl::unexpected(rows.error());
  std::vector<QuestionContext> inputs;
  for (const AnswerRow& row : *rows) inputs.push_back({row.question, row.context});
  const auto found = model.answer(inputs);
  if (!found) return tl::unexpected(found.error());
  Quality<AnswerScores> quality;
  std::vector<GradedAnswer> answers;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    answers.push_back({(*rows)[i].answer, found_answer((*found)[i]),
                       static_cast<std::uint32_t>(place_of((*rows)[i].source, quality))});
  }
  const AnswerScorer scorer(answers);
  quality.all = scorer.at(model.null_margin());
  for (std::size_t i = 0; i < quality.sources.size(); ++i) {
    quality.sources[i].second =
        scorer.of_source(model.null_margin(), static_cast<std::uint32_t>(i));
  }
  return quality;
}

}  // namespace assay::rows
