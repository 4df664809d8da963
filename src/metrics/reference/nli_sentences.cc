#include "metrics/reference/nli_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "metrics/knowledge.h"
#include "metrics/option_names.h"
#include "metrics/record_check.h"
#include "metrics/stage_clock.h"
#include "text/lower.h"
#include "text/offset_index.h"

namespace assay::reference {
namespace {

// A sentence as a byte range of the text it stands in.
struct Sentence {
  std::size_t reading = 0;  // of the knowledge; 0 for the response
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;
};

void add_sentences(const nlp::Doc& doc, std::string_view text, std::size_t reading,
                   std::vector<Sentence>& sentences) {
  const std::size_t before = sentences.size();
  for (const nlp::TokenRange& range : doc.sentences) {
    const std::size_t begin = range.span.byte_start;
    const std::size_t end = range.span.byte_end;
    const std::string_view sentence = text.substr(begin, end - begin);
    if (!is_blank(sentence)) sentences.push_back({reading, begin, end, sentence});
  }
  if (sentences.size() == before && !is_blank(text))
    sentences.push_back({reading, 0, text.size(), text});
}

// One record: its sentences, and where its pairs begin among those of the window.
struct Matrix {
  const Record* record = nullptr;
  std::size_t position = 0;  // in the window
  Knowledge knowledge;
  std::deque<std::string> lowered;  // readings in paper mode
  std::vector<Sentence> said;
  std::vector<Sentence> known;
  std::size_t first_pair = 0;

  std::string_view reading(std::size_t number) const {
    return lowered.empty() ? knowledge.text(number) : std::string_view(lowered[number]);
  }
};

class NliSentences final : public Metric {
 public:
  NliSentences(const nlp::Pipeline& linguistics, const NliModel& model, Compat compat, int threads)
      : linguistics_(linguistics), model_(model), compat_(compat), threads_(threads) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override {
    return {Need::kKnowledge, Need::kLinguistics, Need::kNli};
  }
  std::string options_json() const override {
    return fmt::format(R"({{"compat":"{}"}})", to_string(compat_));
  }
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  Result<void> split(std::deque<Matrix>& matrices);
  Result<std::vector<NliScores>> judge(std::deque<Matrix>& matrices);
  RecordResult result_of(const Matrix& matrix, std::span<const NliScores> pairs) const;

  const std::string name_ = "nli-sentences";
  const nlp::Pipeline& linguistics_;
  const NliModel& model_;
  const Compat compat_;
  const int threads_;
  StageClock clock_;
};

Result<void> NliSentences::split(std::deque<Matrix>& matrices) {
  const auto timing = clock_.time("parse");
  std::vector<std::string_view> texts;
  for (const Matrix& matrix : matrices) {
    texts.push_back(matrix.record->response);
    for (std::size_t i = 0; i < matrix.knowledge.size(); ++i) texts.push_back(matrix.reading(i));
  }
  const auto docs = linguistics_.analyze(texts, threads_);
  if (!docs) return tl::unexpected(docs.error());
  std::size_t next = 0;
  for (Matrix& matrix : matrices) {
    add_sentences((*docs)[next++], matrix.record->response, 0, matrix.said);
    for (std::size_t i = 0; i < matrix.knowledge.size(); ++i)
      add_sentences((*docs)[next++], matrix.reading(i), i, matrix.known);
  }
  return {};
}

Result<std::vector<NliScores>> NliSentences::judge(std::deque<Matrix>& matrices) {
  const auto timing = clock_.time("nli");
  std::vector<TextPair> pairs;
  for (Matrix& matrix : matrices) {
    matrix.first_pair = pairs.size();
    for (const Sentence& said : matrix.said) {
      for (const Sentence& known : matrix.known) pairs.push_back({known.text, said.text});
    }
  }
  return model_.judge(pairs);
}

// What the knowledge's sentences say of one sentence of the response.
struct Row {
  std::size_t entailing = 0;      // the sentence with the highest probability of entailment
  std::size_t contradicting = 0;  // and of contradiction; the first of equals
};

Row strongest(std::span<const NliScores> scores) {
  Row row;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    if (scores[i].entailment > scores[row.entailing].entailment) row.entailing = i;
    if (scores[i].contradiction > scores[row.contradicting].contradiction) row.contradicting = i;
  }
  return row;
}

Unit unit_of(const Matrix& matrix, const Sentence& said, std::span<const NliScores> scores) {
  using Label = NliScores::Label;
  const Row row = strongest(scores);
  Unit unit;
  unit.kind = UnitKind::kText;
  unit.text = std::string(said.text);
  unit.span = text::OffsetIndex(matrix.record->response).span(said.begin, said.end);
  unit.score = scores[row.entailing].entailment;
  std::size_t decides = row.entailing;
  if (scores[row.entailing].label() == Label::kEntailment) {
    unit.verdict = Verdict::kSupported;
  } else if (scores[row.contradicting].label() == Label::kContradiction) {
    unit.verdict = Verdict::kRefuted;
    decides = row.contradicting;
  }
  const Sentence& evidence = matrix.known[decides];
  // Lower-casing may move letters: in paper mode the whole reading stands as evidence.
  unit.evidence = matrix.lowered.empty()
                      ? matrix.knowledge.evidence(evidence.reading, evidence.begin, evidence.end)
                      : matrix.knowledge.evidence(evidence.reading);
  return unit;
}

RecordResult NliSentences::result_of(const Matrix& matrix, std::span<const NliScores> pairs) const {
  RecordResult result = blank_result(*matrix.record, name_, Status::kMeasured);
  double entailment = 0;
  double difference = 0;
  for (std::size_t i = 0; i < matrix.said.size(); ++i) {
    const auto scores =
        pairs.subspan(matrix.first_pair + i * matrix.known.size(), matrix.known.size());
    const Row row = strongest(scores);
    entailment += scores[row.entailing].entailment;
    difference += scores[row.entailing].entailment - scores[row.contradicting].contradiction;
    result.units.push_back(unit_of(matrix, matrix.said[i], scores));
    for (const NliScores& score : scores) result.truncated = result.truncated || score.truncated;
  }
  const auto sentences = static_cast<double>(matrix.said.size());
  result.score = entailment / sentences;
  result.scores = {{name_, *result.score},
                   {"entailment_minus_contradiction", difference / sentences}};
  result.counts = {{"sentences", static_cast<std::int64_t>(matrix.said.size())},
                   {"knowledge_sentences", static_cast<std::int64_t>(matrix.known.size())}};
  return result;
}

Result<std::vector<RecordResult>> NliSentences::score(std::span<const Record> window) {
  std::vector<RecordResult> results;
  std::deque<Matrix> matrices;  // their texts must stay where they are
  for (const Record& record : window) {
    const auto status = unscorable(record);
    if (!status) {
      Matrix& matrix = matrices.emplace_back(
          Matrix{&record, results.size(), Knowledge(record, compat_), {}, {}, {}, 0});
      for (std::size_t i = 0; compat_ == Compat::kQ2Paper && i < matrix.knowledge.size(); ++i)
        matrix.lowered.push_back(text::to_lower(matrix.knowledge.text(i)));
    }
    results.push_back(blank_result(record, name_, status.value_or(Status::kMeasured)));
  }
  if (auto done = split(matrices); !done) return tl::unexpected(done.error());
  const auto scores = judge(matrices);
  if (!scores) return tl::unexpected(scores.error());
  for (const Matrix& matrix : matrices) results[matrix.position] = result_of(matrix, *scores);
  return results;
}

}  // namespace

std::unique_ptr<Metric> make_nli_sentences(const nlp::Pipeline& linguistics, const NliModel& model,
                                           const MetricOptions& options, int threads) {
  return std::make_unique<NliSentences>(linguistics, model, options.compat, threads);
}

}  // namespace assay::reference
