#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "assay/calibrate.h"
#include "base/file.h"
#include "base/json_view.h"
#include "base/parse_json.h"
#include "engine/errors.h"
#include "engine/json_writer.h"

namespace assay::evaluate {
namespace {

using base::JsonView;
using engine::JsonWriter;

constexpr char kSchema[] = "assay.calibrator/1";
constexpr CalibrationMethod kMethods[] = {CalibrationMethod::kThreshold, CalibrationMethod::kPlatt,
                                          CalibrationMethod::kIsotonic};

void write_numbers(JsonWriter& json, std::string_view name, const std::vector<double>& numbers) {
  json.key(name).open_list();
  for (const double number : numbers) json.number(number);
  json.close_list();
}

void write_parameters(JsonWriter& json, const Calibrator& calibrator) {
  json.key("parameters").open_object();
  switch (calibrator.method) {
    case CalibrationMethod::kThreshold:
      json.key("threshold").number(calibrator.threshold);
      break;
    case CalibrationMethod::kPlatt:
      json.key("slope").number(calibrator.slope).key("intercept").number(calibrator.intercept);
      break;
    case CalibrationMethod::kIsotonic:
      write_numbers(json, "scores", calibrator.scores);
      write_numbers(json, "probabilities", calibrator.probabilities);
      break;
  }
  json.close_object();
}

void write_estimates(JsonWriter& json, std::string_view name, const NamedEstimates& estimates) {
  json.key(name).open_object();
  for (const auto& [measure, estimate] : estimates) {
    json.key(measure);
    if (estimate.value) {
      json.number(*estimate.value);
    } else {
      json.null();
    }
  }
  json.close_object();
}

NamedEstimates read_estimates(const JsonView& view) {
  NamedEstimates estimates;
  for (const std::string& name : view.names())
    estimates.emplace_back(name, Estimate{.value = view.number_or_null(name)});
  return estimates;
}

std::vector<double> read_numbers(const JsonView& view, std::string_view name) {
  std::vector<double> numbers;
  for (const JsonView& item : view.list(name)) {
    if (item.json().is_number()) {
      numbers.push_back(item.json().get<double>());
    } else {
      item.blame(fmt::format("`{}` must be a list of numbers", name));
    }
  }
  return numbers;
}

Calibrator read_parameters(const JsonView& view) {
  Calibrator calibrator;
  const std::string method = view.text("method");
  const JsonView parameters = view.object("parameters");
  for (const CalibrationMethod known : kMethods) {
    if (method == to_string(known)) calibrator.method = known;
  }
  if (method != to_string(calibrator.method)) {
    view.blame(fmt::format("`method` must not be \"{}\"", method));
  } else if (calibrator.method == CalibrationMethod::kThreshold) {
    calibrator.threshold = parameters.number("threshold");
  } else if (calibrator.method == CalibrationMethod::kPlatt) {
    calibrator.slope = parameters.number("slope");
    calibrator.intercept = parameters.number("intercept");
  } else {
    calibrator.scores = read_numbers(parameters, "scores");
    calibrator.probabilities = read_numbers(parameters, "probabilities");
    const auto& scores = calibrator.scores;
    const auto& probabilities = calibrator.probabilities;
    const bool rises =
        std::adjacent_find(scores.begin(), scores.end(), std::greater_equal<>()) == scores.end();
    if (!std::is_sorted(probabilities.begin(), probabilities.end()))
      view.blame("`probabilities` must not fall");
    if (scores.empty() || scores.size() != calibrator.probabilities.size() || !rises)
      view.blame("`scores` must rise, with as many `probabilities`");
    for (const double probability : calibrator.probabilities) {
      if (!(probability >= 0 && probability <= 1)) view.blame("`probabilities` are from 0 to 1");
    }
  }
  return calibrator;
}

}  // namespace

std::string to_json(const FittedCalibrator& fitted) {
  JsonWriter json;
  json.open_object().key("schema").string(kSchema);
  json.key("metric").string(fitted.metric);
  json.key("method").string(to_string(fitted.calibrator.method));
  write_parameters(json, fitted.calibrator);
  json.key("n").unsigned_integer(fitted.n);
  json.key("n_grounded").unsigned_integer(fitted.n_grounded);
  json.key("n_missing").unsigned_integer(fitted.n_missing);
  json.key("folds").unsigned_integer(fitted.folds);
  write_estimates(json, "held_out", fitted.held_out);
  write_estimates(json, "uncalibrated", fitted.uncalibrated);
  json.close_object();
  return json.take() + "\n";
}

Result<FittedCalibrator> parse_calibrator(std::string_view text) {
  const auto json = base::parse_json<base::Json>(text);
  if (!json.is_object()) return fail(ErrorCode::kCorrupt, "is no JSON object");
  std::optional<std::string> problem;
  const JsonView view(json, problem);
  const std::string schema = view.text("schema");
  if (!problem && schema != kSchema)
    return fail(ErrorCode::kCorrupt, fmt::format("its schema is `{}`, not {}", schema, kSchema),
                "`assay calibrate fit` writes such files");
  FittedCalibrator fitted;
  fitted.metric = view.text("metric");
  fitted.calibrator = read_parameters(view);
  fitted.n = view.count("n");
  fitted.n_grounded = view.count("n_grounded");
  fitted.n_missing = view.count("n_missing");
  fitted.folds = view.count("folds");
  fitted.held_out = read_estimates(view.object("held_out"));
  fitted.uncalibrated = read_estimates(view.object("uncalibrated"));
  if (problem)
    return fail(ErrorCode::kCorrupt, *problem, "`assay calibrate fit` writes such files");
  return fitted;
}

Result<FittedCalibrator> read_calibrator(const std::string& path) {
  const auto text = base::read_file(path, "`assay calibrate fit` writes such files");
  if (!text) return tl::unexpected(text.error());
  auto fitted = parse_calibrator(*text);
  if (!fitted) fitted.error().file = path;
  return fitted;
}

Result<void> read_threshold(const std::string& path, ClassifyOptions& options) {
  const auto fitted = read_calibrator(path);
  if (!fitted) return tl::unexpected(fitted.error());
  if (fitted->calibrator.method != CalibrationMethod::kThreshold) {
    return engine::fail_in_file(ErrorCode::kInvalidOption, path,
                                fmt::format("holds a calibrator by {}, not a threshold",
                                            to_string(fitted->calibrator.method)),
                                "`assay calibrate apply` makes probabilities, for --join");
  }
  options.thresholds.emplace_back(fitted->metric, fitted->calibrator.threshold);
  return {};
}

}  // namespace assay::evaluate
