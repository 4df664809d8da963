#include "cli/gate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "assay/corpus_scores.h"
#include "base/format.h"
#include "cli/command_line/numbers.h"

namespace assay::cli {
namespace {

tl::unexpected<Error> no_fail_under(std::string_view text, std::string_view problem,
                                    std::string hint) {
  return fail(ErrorCode::kInvalidOption, fmt::format("--fail-under `{}` {}", text, problem),
              std::move(hint));
}

template <typename Infos>
std::string names_of(const Infos& infos) {
  std::vector<std::string_view> names;
  for (const auto& info : infos) names.push_back(info.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

template <typename Infos>
auto find_named(const Infos& infos, std::string_view name) {
  return std::find_if(infos.begin(), infos.end(),
                      [&](const auto& info) { return info.name == name; });
}

tl::unexpected<Error> no_least(std::string_view option, std::string_view text) {
  return fail(ErrorCode::kInvalidOption, fmt::format("{} `{}` cannot be read", option, text),
              "write a number of records such as 100, or a share such as 0.9 or 90%");
}

const MetricSummary* find_metric(const RunSummary& summary, const std::string& name) {
  for (const MetricSummary& metric : summary.metrics)
    if (metric.metric == name) return &metric;
  return nullptr;
}

std::optional<double> mean_of(const MetricSummary& metric, const std::string& score) {
  if (score.empty()) return metric.mean;
  for (const ScoreMean& entry : metric.score_means)
    if (entry.name == score) return entry.mean;
  return std::nullopt;
}

std::optional<double> corpus_score_of(const MetricSummary& metric) {
  for (const auto& [name, score] : metric.corpus)
    if (name == metric.metric) return score;
  return std::nullopt;
}

std::optional<std::string> miss_of_corpus(const RunSummary& summary, const FailUnder& gate) {
  const MetricSummary* metric = find_metric(summary, gate.metric);
  const auto score = metric == nullptr ? std::nullopt : corpus_score_of(*metric);
  if (!score)
    return fmt::format("{} has no score of the corpus: nothing was measured", gate.metric);
  if (*score >= gate.least) return std::nullopt;
  return fmt::format("{} of the corpus is {:.6g}, under {:.6g}", gate.metric, *score, gate.least);
}

std::optional<std::string> miss_of(const RunSummary& summary, const FailUnder& gate) {
  if (gate.of_corpus) return miss_of_corpus(summary, gate);
  const std::string name = gate.score.empty() ? gate.metric : gate.metric + "." + gate.score;
  const MetricSummary* metric = find_metric(summary, gate.metric);
  const auto mean = metric == nullptr ? std::nullopt : mean_of(*metric, gate.score);
  if (!mean) return fmt::format("{} has no mean: nothing was measured", name);
  if (*mean >= gate.least) return std::nullopt;
  return fmt::format("the mean of {} is {:.6g}, under {:.6g}", name, *mean, gate.least);
}

constexpr std::string_view kCorpus = "corpus";

std::string hint_about(const MetricInfo& metric) {
  const bool has_corpus = !list_corpus_scores(metric.name).empty();
  return fmt::format(
      "{} has the scores {}{}", metric.name, names_of(metric.scores),
      has_corpus ? fmt::format(", and {} for all records as one text", kCorpus) : "");
}

// What `gate` asks about, once its names are known.
Result<ScoreInfo> asked_score(std::string_view text, const FailUnder& gate,
                              const MetricInfo& metric) {
  if (gate.of_corpus) {
    const auto scores = list_corpus_scores(metric.name);
    if (!scores.empty()) return scores.front();
    return no_fail_under(
        text, fmt::format("asks for a score of the corpus, which {} has not", gate.metric),
        hint_about(metric) + "; of each the mean over the records is meant");
  }
  const auto score = find_named(metric.scores, gate.score.empty() ? gate.metric : gate.score);
  if (score != metric.scores.end()) return *score;
  return no_fail_under(text, fmt::format("names no score of {}", gate.metric), hint_about(metric));
}

}  // namespace

Result<FailUnder> parse_fail_under(std::string_view text, std::span<const MetricInfo> metrics) {
  FailUnder gate;
  const std::size_t equals = text.rfind('=');
  const bool named = equals != std::string_view::npos;
  const auto least = parse_real_number(named ? text.substr(equals + 1) : text);
  if (!least || metrics.empty()) {
    return no_fail_under(text, "cannot be read", "write a number, or NAME=NUMBER such as q2=0.6");
  }
  gate.least = *least;
  const std::string_view name = named ? text.substr(0, equals) : metrics.front().name;
  const std::size_t dot = name.find('.');
  gate.metric = name.substr(0, dot);
  if (dot != std::string_view::npos) gate.score = name.substr(dot + 1);
  gate.of_corpus = gate.score == kCorpus;
  if (gate.of_corpus) gate.score.clear();

  const auto metric = find_named(metrics, gate.metric);
  if (metric == metrics.end()) {
    return no_fail_under(text, "names no metric of this run",
                         "the metrics of this run are " + names_of(metrics));
  }
  const auto score = asked_score(text, gate, *metric);
  if (!score) return tl::unexpected(score.error());
  if (gate.least < score->least || gate.least > score->most) {
    return no_fail_under(
        text, "is out of range",
        fmt::format("{} is from {} to {}", score->name, score->least, score->most));
  }
  return gate;
}

Result<LeastRecords> parse_least_records(std::string_view option, std::string_view text) {
  LeastRecords least;
  if (const auto records = parse_whole_number(text)) {
    least.records = *records;
    return least;
  }
  const bool percent = text.ends_with('%');
  const std::string_view number = percent ? text.substr(0, text.size() - 1) : text;
  // An exponent is neither a count nor a share that anybody writes.
  const bool plain = number.find_first_not_of("0123456789.") == std::string_view::npos;
  const bool share = percent || number.find('.') != std::string_view::npos;
  const auto value = parse_real_number(number);
  const double whole = percent ? 100 : 1;
  if (!value || !plain || !share || *value > whole) return no_least(option, text);
  least.share = *value / whole;
  return least;
}

std::uint64_t records_needed(const LeastRecords& least, std::uint64_t total) {
  // 55 % of 100 is 55.00000000000001 in binary, but 55 are meant to be enough.
  constexpr double kRounding = 1e-12;
  const double share = std::ceil(least.share * static_cast<double>(total) * (1 - kRounding));
  return std::max(least.records, static_cast<std::uint64_t>(share));
}

std::vector<std::string> missed_gates(const RunSummary& summary, std::span<const FailUnder> gates,
                                      const LeastRecords& least) {
  std::vector<std::string> misses;
  for (const FailUnder& gate : gates)
    if (auto miss = miss_of(summary, gate)) misses.push_back(*std::move(miss));
  for (const MetricSummary& metric : summary.metrics) {
    const std::uint64_t needed = records_needed(least, metric.n_total);
    if (metric.n_measured >= needed) continue;
    misses.push_back(fmt::format("{} measured {} of {}, fewer than {}", metric.metric,
                                 format_count(metric.n_measured), plural(metric.n_total, "record"),
                                 format_count(needed)));
  }
  return misses;
}

}  // namespace assay::cli
