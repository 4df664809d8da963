#include "report/explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "assay/metric.h"
#include "base/format.h"
#include "report/reference_arithmetic.h"

namespace assay::report {
namespace {

constexpr double kTolerance = 1e-9;

bool equal(double a, double b) {
  return std::abs(a - b) < kTolerance;
}

std::optional<double> score_named(const RecordResult& result, std::string_view name) {
  for (const auto& [key, value] : result.scores)
    if (key == name) return value;
  return std::nullopt;
}

// Nothing when some unit has no score.
std::vector<double> unit_scores(const RecordResult& result) {
  std::vector<double> scores;
  for (const Unit& unit : result.units) {
    if (!unit.score) return {};
    scores.push_back(*unit.score);
  }
  return scores;
}

std::string mean_arithmetic(const RecordResult& result) {
  const std::vector<double> scores = unit_scores(result);
  double sum = 0;
  std::vector<std::string> terms;
  for (const double score : scores) {
    sum += score;
    terms.push_back(fmt::format("{:.3g}", score));
  }
  const double mean = sum / static_cast<double>(scores.size());
  if (scores.empty() || !equal(mean, *result.score)) return {};
  return fmt::format("score = ({}) / {} = {}", fmt::join(terms, " + "), scores.size(),
                     format_score(mean));
}

std::string f1_arithmetic(const RecordResult& result) {
  const auto precision = score_named(result, "precision");
  const auto recall = score_named(result, "recall");
  if (!precision || !recall) return {};
  const double sum = *precision + *recall;
  const double f1 = sum > 0 ? 2 * *precision * *recall / sum : 0;
  if (!equal(f1, *result.score)) return {};
  if (sum == 0) return "score = 0.000: no word is shared";
  return fmt::format(
      "score = 2 * precision * recall / (precision + recall) = 2 * {0} * {1} / "
      "({0} + {1}) = {2}, where precision is the share of the response's content words that the "
      "knowledge has, and recall the share of the knowledge's that the response has",
      format_score(*precision), format_score(*recall), format_score(f1));
}

constexpr char kLabelScores[] = "entailment 1, neutral 0.5, contradiction 0";

struct Label {
  std::string name;
  double probability = 0;
};

// The most probable label, where the result holds all three.
std::optional<Label> most_probable(const RecordResult& result) {
  std::optional<Label> label;
  for (const char* name : {"neutral", "contradiction", "entailment"}) {
    const auto probability = score_named(result, name);
    if (!probability) return std::nullopt;
    if (!label || *probability > label->probability) label = Label{name, *probability};
  }
  return label;
}

std::string label_of_score(double score) {
  if (score == 1) return "entailment";
  return score == 0 ? "contradiction" : "neutral";
}

bool judges_whole_text(const RecordResult& result) {
  return result.units.size() == 1 && result.units[0].kind == UnitKind::kText;
}

std::string label_arithmetic(const RecordResult& result) {
  const auto label = most_probable(result);
  if (!label || !judges_whole_text(result)) return {};
  return fmt::format("score = {}: {} is the most probable, {} ({})", format_score(*result.score),
                     label->name, format_score(label->probability), kLabelScores);
}

std::string fallback_arithmetic(const RecordResult& result) {
  if (result.fallback != "nli" || !judges_whole_text(result)) return {};
  return fmt::format("score = {}: no question counted, and NLI of the whole response says {} ({})",
                     format_score(*result.score), label_of_score(*result.score), kLabelScores);
}

// Of `ensemble`, whatever it combines.
std::string logit_arithmetic(const RecordResult& result) {
  constexpr std::string_view kContribution = "contribution_";
  const auto logit = score_named(result, "logit");
  if (!logit) return {};
  double intercept = *logit;
  std::string terms;
  for (const auto& [name, contribution] : result.scores) {
    if (!name.starts_with(kContribution)) continue;
    const std::string of = name.substr(kContribution.size());
    intercept -= contribution;
    terms += fmt::format(" {} {:.3f} of {} {:.4g}", contribution < 0 ? '-' : '+',
                         std::abs(contribution), of, score_named(result, of).value_or(0));
  }
  return fmt::format("score = 1 / (1 + exp(-logit)) = {}, where the logit {:.3f} = {:.3f}{}",
                     format_score(*result.score), *logit, intercept, terms);
}

// Whether the response is compared with a reference, or with the knowledge in place of one; the
// result does not say which.
bool compares_texts(std::string_view metric) {
  for (const MetricInfo& info : list_metrics()) {
    if (info.name == metric)
      return std::find(info.needs.begin(), info.needs.end(), Need::kReference) != info.needs.end();
  }
  return false;
}

}  // namespace

std::string explain_arithmetic(const RecordResult& result) {
  if (!result.score) return {};
  if (auto text = reference_arithmetic(result); !text.empty()) return text;
  if (auto text = logit_arithmetic(result); !text.empty()) return text;
  if (auto text = label_arithmetic(result); !text.empty()) return text;
  if (auto text = fallback_arithmetic(result); !text.empty()) return text;
  if (auto text = f1_arithmetic(result); !text.empty()) return text;
  return mean_arithmetic(result);
}

std::string explain_comparison(const RecordResult& result, const Unit& unit,
                               const QuestionDetail& detail) {
  const auto probability = [&](std::size_t label) {
    return detail.nli ? fmt::format(" (probability {:.2f})", (*detail.nli)[label]) : std::string();
  };
  if (detail.comparison == "no_answer") return "the knowledge does not answer: 0";
  if (detail.comparison == "pronoun")
    return "a pronoun names nothing, so the knowledge has an answer or not: 1";
  if (detail.comparison == "exact") return "the answers are equal once normalised: 1";
  const std::string shared = detail.f1 > 0 ? fmt::format("share words: token F1 {:.3g}", detail.f1)
                                           : std::string("share no words: 0");
  if (result.metric == "q2-f1") return "the answers " + shared;
  if (detail.comparison == "entailment")
    return "NLI: the knowledge's answer entails the response's" + probability(0) + ": 1";
  if (detail.comparison == "contradiction")
    return "NLI: the knowledge's answer contradicts the response's" + probability(2) + ": 0";
  if (detail.comparison == "neutral_f1")
    return fmt::format("NLI: neither{}, so the words count: the answers {}", probability(1),
                       shared);
  return fmt::format("{}: {:.3g}", detail.comparison, unit.score.value_or(0));
}

std::string explain_status(const RecordResult& result) {
  switch (result.status) {
    case Status::kMeasured:
      break;
    case Status::kNoClaims:
      return "The response holds nothing that can be checked, so there is no score.";
    case Status::kNoEvidence:
      return fmt::format("There is no {} to check the response against, so there is no score.",
                         compares_texts(result.metric) ? "text" : "knowledge");
    case Status::kFailed:
      return fmt::format("This record could not be scored: {}",
                         result.error ? result.error->to_string() : "no reason is given");
  }
  return {};
}

std::string explain_fallback(const RecordResult& result) {
  if (result.fallback.empty()) return {};
  return fmt::format("No question about the response survived, so another method stood in: {}.",
                     result.fallback == "nli" ? "NLI of the whole response against the knowledge"
                                              : result.fallback);
}

std::string explain_discarded(const Discarded& discarded) {
  std::string sentence = discarded.reason;
  if (discarded.reason == "round_trip")
    sentence = "asked back, the response gives another answer";
  else if (discarded.reason == "personal")
    sentence = "about the speakers, not about the world";
  else if (discarded.reason == "no_question")
    sentence = "no question could be made about it";
  if (!discarded.detail.empty()) sentence += ": " + discarded.detail;
  return sentence;
}

}  // namespace assay::report
