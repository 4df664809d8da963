#include "metrics/ensemble/ensemble_metric.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_text.h"
#include "metrics/record_check.h"

namespace assay::ensemble {
namespace {

using base::Json;

bool is_same(const Metric& a, const Metric& b) {
  return a.name() == b.name() && a.options_json() == b.options_json();
}

// "nli.entailment" is one of the scores{} of `nli`, "nli" its own score, which scores{} holds too.
struct ScoreName {
  std::string metric;
  std::string score;

  explicit ScoreName(const std::string& name) {
    const std::size_t dot = name.find('.');
    metric = name.substr(0, dot);
    score = dot == std::string::npos ? metric : name.substr(dot + 1);
  }
};

bool has_score(const MetricInfo& info, const std::string& name) {
  return std::any_of(info.scores.begin(), info.scores.end(),
                     [&](const ScoreInfo& score) { return score.name == name; });
}

// An ensemble of an ensemble would never end.
bool is_known(const ScoreName& name) {
  for (const MetricInfo& info : list_metrics()) {
    if (info.name == name.metric && name.metric != "ensemble") return has_score(info, name.score);
  }
  return false;
}

std::optional<double> find_score(std::span<const RecordResult> parts, const ScoreName& name) {
  for (const RecordResult& part : parts) {
    if (part.metric != name.metric) continue;
    for (const auto& [score, value] : part.scores) {
      if (score == name.score) return value;
    }
  }
  return std::nullopt;
}

// The part that keeps the record from being scored; nullptr when all are measured. A failure says
// more than a record without claims.
const RecordResult* obstacle(std::span<const RecordResult> parts) {
  const RecordResult* found = nullptr;
  for (const RecordResult& part : parts) {
    if (part.status == Status::kFailed) return &part;
    if (part.status != Status::kMeasured && found == nullptr) found = &part;
  }
  return found;
}

RecordResult unscored(const Record& record, const std::string& name, const RecordResult& part) {
  RecordResult result = blank_result(record, name, part.status);
  if (part.status != Status::kFailed) return result;
  result.error = part.error.value_or(Error{});
  result.error->message = fmt::format("its part `{}`: {}", part.metric, result.error->message);
  return result;
}

RecordResult without(const Record& record, const std::string& name, const EnsembleTerm& term) {
  RecordResult result = blank_result(record, name, Status::kFailed);
  result.error =
      fail(ErrorCode::kInternal, fmt::format("there is no score `{}` to combine", term.score))
          .value();
  return result;
}

}  // namespace

EnsembleMetric::EnsembleMetric(Ensemble ensemble, Components components)
    : ensemble_(std::move(ensemble)), components_(std::move(components)) {}

std::vector<Need> EnsembleMetric::needs() const {
  std::vector<Need> needs;
  for (const auto& component : components_) {
    for (const Need need : component->needs()) {
      if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
    }
  }
  return needs;
}

std::string EnsembleMetric::options_json() const {
  Json json = {{"intercept", ensemble_.intercept}, {"terms", Json::array()}};
  for (const EnsembleTerm& term : ensemble_.terms) {
    json["terms"].push_back({{"score", term.score},
                             {"mean", term.mean},
                             {"scale", term.scale},
                             {"weight", term.weight}});
  }
  json["components"] = Json::object();
  for (const auto& component : components_)
    json["components"][component->name()] = Json::parse(component->options_json());
  return json.dump();
}

std::vector<StageTime> EnsembleMetric::stage_times() const {
  std::vector<StageTime> times;
  for (const auto& component : components_) {
    if (component.use_count() > 1) continue;
    for (const StageTime& time : component->stage_times())
      times.push_back({component->name() + " " + time.stage, time.seconds});
  }
  return times;
}

Result<std::vector<RecordResult>> EnsembleMetric::score(std::span<const Record> window) {
  std::vector<std::vector<RecordResult>> parts(window.size());  // of each record
  for (const auto& component : components_) {
    auto scored = component->score(window);
    if (!scored) return tl::unexpected(scored.error());
    for (std::size_t i = 0; i < window.size(); ++i) {
      parts[i].push_back(std::move((*scored)[i]));
      parts[i].back().metric = component->name();
    }
  }
  std::vector<RecordResult> results;
  for (std::size_t i = 0; i < window.size(); ++i) results.push_back(result_of(window[i], parts[i]));
  return results;
}

RecordResult EnsembleMetric::result_of(const Record& record,
                                       std::span<const RecordResult> parts) const {
  if (const RecordResult* part = obstacle(parts)) return unscored(record, name_, *part);
  RecordResult result = blank_result(record, name_, Status::kMeasured);
  std::vector<double> values;
  std::vector<std::pair<std::string, double>> details;
  for (const EnsembleTerm& term : ensemble_.terms) {
    const auto value = find_score(parts, ScoreName(term.score));
    if (!value) return without(record, name_, term);
    values.push_back(*value);
    details.emplace_back(term.score, *value);
    details.emplace_back("contribution_" + term.score, term.contribution(*value));
  }
  const double logit = ensemble_.logit(values);
  result.score = probability_of(logit);
  result.scores = {{name_, *result.score}, {"logit", logit}};
  result.scores.insert(result.scores.end(), details.begin(), details.end());
  std::int64_t fallbacks = 0;
  for (const RecordResult& part : parts) {
    result.truncated = result.truncated || part.truncated;
    fallbacks += part.fallback.empty() ? 0 : 1;
  }
  result.counts = {{"fallbacks", fallbacks}};
  return result;
}

Result<std::vector<std::string>> component_names(const Ensemble& ensemble) {
  std::vector<std::string> names;
  for (const EnsembleTerm& term : ensemble.terms) {
    const ScoreName name(term.score);
    if (!is_known(name))
      return fail(ErrorCode::kInvalidOption,
                  fmt::format("the ensemble combines `{}`, which no metric gives", term.score),
                  "`assay calibrate apply` applies it to scores of other programs");
    if (std::find(names.begin(), names.end(), name.metric) == names.end())
      names.push_back(name.metric);
  }
  return names;
}

Result<std::unique_ptr<Metric>> make_ensemble(const Ensemble& ensemble,
                                              const MetricOptions& options,
                                              const MakeMetric& make) {
  const auto names = component_names(ensemble);
  if (!names) return tl::unexpected(names.error());
  MetricOptions of_components = options;
  if (ensemble.against) of_components.against = ensemble.against;
  EnsembleMetric::Components components;
  for (const std::string& name : *names) {
    auto metric = make(name, of_components);
    if (!metric) return tl::unexpected(metric.error());
    components.push_back(std::make_shared<RememberingMetric>(*std::move(metric)));
  }
  return std::make_unique<EnsembleMetric>(ensemble, std::move(components));
}

void share_components(std::span<std::shared_ptr<Metric>> metrics) {
  for (const auto& metric : metrics) {
    const auto* ensemble = dynamic_cast<const EnsembleMetric*>(metric.get());
    if (ensemble == nullptr) continue;
    for (const auto& component : ensemble->components()) {
      for (auto& other : metrics) {
        if (is_same(*component, *other)) other = component;
      }
    }
    return;  // a name stands once
  }
}

}  // namespace assay::ensemble
