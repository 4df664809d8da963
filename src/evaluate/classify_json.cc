#include "evaluate/classify_json.h"

#include "evaluate/estimate_json.h"

namespace assay::evaluate {

using base::Json;

namespace {

Json json_of(const Curve& curve) {
  return {{"thresholds", curve.thresholds},
          {"true_positive", curve.true_positive},
          {"false_positive", curve.false_positive},
          {"true_negative", curve.true_negative},
          {"false_negative", curve.false_negative}};
}

Json json_of(const Reliability& bin) {
  return {{"low", bin.low},
          {"high", bin.high},
          {"n", bin.n},
          {"mean_score", json_or_null(bin.mean_score)},
          {"grounded", json_or_null(bin.grounded)}};
}

Json json_of(const ChosenThreshold& chosen) {
  return {{"threshold", chosen.threshold},
          {"fold_thresholds", chosen.fold_thresholds},
          {"held_out", evaluate::json_of(chosen.held_out)}};
}

// Found by list_of, below which they stand.
Json json_of(const MetricReport& metric);
Json json_of(const Difference& difference);
Json json_of(const Comparison& comparison);

template <typename Items>
Json list_of(const Items& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const MetricReport& metric) {
  Json json = {{"metric", metric.metric},
               {"dataset", json_or_null(metric.dataset)},
               {"missing", metric.missing},
               {"fill", json_or_null(metric.fill)},
               {"n", metric.n},
               {"n_grounded", metric.n_grounded},
               {"n_missing", metric.n_missing},
               {"threshold", metric.threshold},
               {"true_positive", metric.true_positive},
               {"false_positive", metric.false_positive},
               {"true_negative", metric.true_negative},
               {"false_negative", metric.false_negative},
               {"measures", evaluate::json_of(metric.measures)},
               {"chosen", metric.chosen ? json_of(*metric.chosen) : Json()},
               {"reliability", list_of(metric.reliability)}};
  if (metric.curve) json["curve"] = json_of(*metric.curve);
  return json;
}

Json json_of(const Difference& difference) {
  Json json = {{"measure", difference.measure}};
  json.update(evaluate::json_of(Estimate{difference.value, difference.interval}));
  json["p"] = json_or_null(difference.p);
  return json;
}

Json json_of(const Comparison& comparison) {
  return {{"first", comparison.first},
          {"second", comparison.second},
          {"n", comparison.n},
          {"differences", list_of(comparison.differences)},
          {"only_first_right", comparison.only_first_right},
          {"only_second_right", comparison.only_second_right},
          {"mcnemar_p", comparison.mcnemar_p},
          {"mcnemar_p_corrected", comparison.mcnemar_p_corrected},
          {"delong_p", json_or_null(comparison.delong_p)},
          {"delong_p_corrected", json_or_null(comparison.delong_p_corrected)}};
}

}  // namespace

Json classify_json(const ClassifyReport& report, const ClassifyOptions& options) {
  return {{"schema", "assay.classify/1"},
          {"n_items", report.n_items},
          {"n_unlabelled", report.n_unlabelled},
          {"bootstrap", evaluate::json_of(options.bootstrap)},
          {"folds", options.folds},
          {"criterion", to_string(options.criterion)},
          {"metrics", list_of(report.metrics)},
          {"comparisons", list_of(report.comparisons)}};
}

std::string to_json(const ClassifyReport& report, const ClassifyOptions& options) {
  return base::json_text(classify_json(report, options));
}

}  // namespace assay::evaluate
