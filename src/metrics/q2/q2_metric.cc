#include "metrics/q2/q2_metric.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "metrics/entailment.h"
#include "metrics/option_names.h"
#include "metrics/q2/candidates.h"
#include "metrics/q2/comparison.h"
#include "metrics/q2/knowledge_qa.h"
#include "metrics/q2/result_builder.h"
#include "metrics/q2/round_trip.h"
#include "metrics/record_check.h"
#include "metrics/stage_clock.h"

namespace assay::q2 {
namespace {

QuestionsPerCandidate per_candidate(const MetricOptions& options) {
  const bool paper = options.compat == Compat::kQ2Paper;
  return options.questions.value_or(paper ? QuestionsPerCandidate::kAll
                                          : QuestionsPerCandidate::kSingle);
}

SpanDecoding decoding(const MetricOptions& options) {
  return options.compat == Compat::kQ2Paper ? SpanDecoding::kIndependent : SpanDecoding::kBestValid;
}

class Q2Metric final : public Metric {
 public:
  Q2Metric(const Collaborators& collaborators, const MetricOptions& options, Variant variant)
      : name_(name_of(variant)), with_(collaborators), options_(options), variant_(variant) {}

  const std::string& name() const override { return name_; }
  std::vector<Need> needs() const override {
    return {Need::kKnowledge, Need::kLinguistics, Need::kQg, Need::kQa, Need::kNli};
  }
  std::string options_json() const override;
  Result<std::vector<RecordResult>> score(std::span<const Record> window) override;
  std::vector<StageTime> stage_times() const override { return clock_.times(); }

 private:
  // Results of the window in order, and the state of those records that questions are asked about.
  struct Work {
    std::vector<RecordResult> results;
    std::vector<RecordState> states;
    std::vector<std::size_t> positions;  // of each state's record in `results`
  };

  Result<void> parse(std::span<RecordState> states);
  void refuse_excessive(Work& work) const;
  Result<void> generate(std::span<RecordState> states);
  Result<void> ask(std::span<RecordState> states);
  Result<void> finish(Work& work);

  const std::string name_;
  const Collaborators with_;
  MetricOptions options_;
  Variant variant_;
  StageClock clock_;
};

std::string Q2Metric::options_json() const {
  const bool paper = options_.compat == Compat::kQ2Paper;
  return nlohmann::ordered_json{{"compat", to_string(options_.compat)},
                                {"generator", with_.generator.name()},
                                {"keep_personal", options_.keep_personal},
                                {"max_questions", options_.max_questions},
                                {"pronouns", paper ? "compared" : "third_person_agrees"},
                                {"question_style", to_string(options_.question_style)},
                                {"questions", to_string(per_candidate(options_))},
                                {"threshold", options_.threshold}}
      .dump();
}

Result<std::vector<RecordResult>> Q2Metric::score(std::span<const Record> window) {
  Work work;
  for (const Record& record : window) {
    const auto status = unscorable(record);
    if (!status) {
      work.positions.push_back(work.results.size());
      work.states.emplace_back(record, options_.compat);
    }
    work.results.push_back(blank_result(record, name_, status.value_or(Status::kMeasured)));
  }
  if (auto parsed = parse(work.states); !parsed) return tl::unexpected(parsed.error());
  refuse_excessive(work);
  if (auto generated = generate(work.states); !generated) return tl::unexpected(generated.error());
  if (auto asked = ask(work.states); !asked) return tl::unexpected(asked.error());
  if (auto finished = finish(work); !finished) return tl::unexpected(finished.error());
  return std::move(work.results);
}

Result<void> Q2Metric::parse(std::span<RecordState> states) {
  const auto timing = clock_.time("parse");
  std::vector<std::string_view> responses;
  for (const RecordState& state : states) responses.push_back(state.record->response);
  auto docs = with_.linguistics.analyze(responses, with_.threads);
  if (!docs) return tl::unexpected(docs.error());
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i].doc = std::move((*docs)[i]);
    states[i].candidates = find_candidates(states[i].doc, options_.compat);
  }
  return {};
}

void Q2Metric::refuse_excessive(Work& work) const {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < work.states.size(); ++i) {
    const std::size_t candidates = work.states[i].candidates.size();
    if (candidates > kMaxCandidates) {
      RecordResult& result = work.results[work.positions[i]];
      result.status = Status::kFailed;
      result.error =
          fail(ErrorCode::kUnsupported,
               fmt::format("the response has {} phrases to ask about, Q² takes at most {}",
                           candidates, kMaxCandidates),
               "score it in parts")
              .value();
      result.error->field = "response";
      continue;
    }
    if (kept != i) {
      work.states[kept] = std::move(work.states[i]);
      work.positions[kept] = work.positions[i];
    }
    ++kept;
  }
  work.states.erase(work.states.begin() + static_cast<std::ptrdiff_t>(kept), work.states.end());
  work.positions.resize(kept);
}

Result<void> Q2Metric::generate(std::span<RecordState> states) {
  const auto timing = clock_.time("generate");
  std::vector<QuestionRequest> requests;
  for (const RecordState& state : states) {
    for (const Candidate& candidate : state.candidates)
      requests.push_back({&state.doc, &candidate});
  }
  auto questions = with_.generator.generate(
      requests, {.most = options_.max_questions, .style = options_.question_style});
  if (!questions) return tl::unexpected(questions.error());
  auto next = questions->begin();
  for (RecordState& state : states) {
    for (std::size_t i = 0; i < state.candidates.size(); ++i, ++next) {
      if (*next) {
        state.questions.push_back(std::move(**next));
        continue;
      }
      state.questions.emplace_back();
      state.unasked[i] = next->error().message;
      state.truncated = true;
    }
  }
  return {};
}

Result<void> Q2Metric::ask(std::span<RecordState> states) {
  SelectionOptions selection;
  selection.per_candidate = per_candidate(options_);
  selection.keep_personal = options_.keep_personal;
  selection.decoding = decoding(options_);
  selection.threads = with_.threads;
  const QuestionSelection chooser(with_.linguistics, with_.qa, selection, clock_);
  if (auto selected = chooser.select(states); !selected) return selected;
  {
    const auto timing = clock_.time("knowledge_qa");
    if (auto asked = ask_knowledge(with_.qa, decoding(options_), states); !asked) return asked;
  }
  const auto timing = clock_.time("compare");
  return compare_answers(with_.nli, states);
}

Result<void> Q2Metric::finish(Work& work) {
  const ResultOptions building{variant_, options_.compat, options_.threshold};
  std::vector<const Record*> uncovered;
  for (const RecordState& state : work.states) {
    if (state.counted.empty()) uncovered.push_back(state.record);
  }
  const auto timing = clock_.time("fallback");
  const auto judgements = judge_responses(with_.nli, uncovered, options_.compat);
  if (!judgements) return tl::unexpected(judgements.error());
  auto judgement = judgements->begin();
  for (std::size_t i = 0; i < work.states.size(); ++i) {
    const RecordState& state = work.states[i];
    work.results[work.positions[i]] = state.counted.empty()
                                          ? fallback_result(state, *judgement++, building)
                                          : result_of(state, building);
  }
  return {};
}

}  // namespace

std::unique_ptr<Metric> make_q2(const Collaborators& collaborators, const MetricOptions& options,
                                Variant variant) {
  return std::make_unique<Q2Metric>(collaborators, options, variant);
}

}  // namespace assay::q2
