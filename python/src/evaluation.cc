#include "evaluation.h"

#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/json_text.h"
#include "evaluate/estimate_json.h"
#include "evaluate_options.h"
#include "waiting.h"

namespace py = pybind11;

namespace assay::python {
namespace {

using namespace evaluate;

using Interrupt = const std::atomic<bool>*;

// What a command says, and the warnings that it would print.
struct Told {
  std::string json;
  std::vector<std::string> warnings;
};

// The table with the texts of these columns ("" for none), and what `say(table)` makes of it.
template <typename Say>
Result<Told> tell(ScoreSource source, const std::vector<std::string>& texts, Interrupt interrupt,
                  Say&& say) {
  for (const std::string& text : texts) source.want_text(text);
  source.interrupt = interrupt;
  const auto table = read_scores(source);
  if (!table) return tl::unexpected(table.error());
  Result<std::string> json = say(*table);
  if (!json) return tl::unexpected(json.error());
  return Told{.json = *std::move(json), .warnings = table->warnings};
}

// The same with the labels of the table: say(table, labels).
template <typename Say>
Result<Told> tell_labelled(const TableOptions& table, std::vector<std::string> texts,
                           Interrupt interrupt, Say&& say) {
  texts.push_back(table.label);
  return tell(table.source, texts, interrupt, [&](const ScoreTable& scores) -> Result<std::string> {
    const auto labels = read_labels(scores, table.label, table.words);
    if (!labels) return tl::unexpected(labels.error());
    return say(scores, *labels);
  });
}

// The JSON of a report, where there is one.
template <typename Report, typename Options>
Result<std::string> json_or_error(const Result<Report>& report, const Options& options) {
  if (!report) return tl::unexpected(report.error());
  return to_json(*report, options);
}

py::list as_list(const std::vector<std::string>& warnings) {
  py::list texts;
  for (const std::string& warning : warnings) texts.append(text_of(warning));
  return texts;
}

py::tuple as_tuple(const Told& told) {
  return py::make_tuple(told.json, as_list(told.warnings));
}

py::tuple classify_table(const py::dict& table, const py::dict& given) {
  const TableOptions from = table_options(table);
  ClassifyOptions options = classify_options(given);
  for (const std::string& path : from.calibrators) value_or_raise(read_threshold(path, options));
  std::vector<std::string> warnings;
  Told told = value_of([&](Interrupt interrupt) {
    options.bootstrap.interrupt = interrupt;
    return tell_labelled(from, {options.dataset, options.group}, interrupt,
                         [&](const auto& scores, const auto& labels) -> Result<std::string> {
                           const auto report = classify(scores, labels, options);
                           if (!report) return tl::unexpected(report.error());
                           warnings = report->warnings;
                           return to_json(*report, options);
                         });
  });
  told.warnings.insert(told.warnings.end(), warnings.begin(), warnings.end());
  return as_tuple(told);
}

py::tuple correlate_table(const py::dict& table, const py::dict& given) {
  const TableOptions from = table_options(table);
  CorrelateOptions options = correlate_options(given);
  return as_tuple(value_of([&](Interrupt interrupt) {
    options.bootstrap.interrupt = interrupt;
    const std::vector<std::string> texts = {from.label, options.system, options.dataset,
                                            options.group};
    return tell(from.source, texts, interrupt,
                [&](const ScoreTable& scores) -> Result<std::string> {
                  const auto ratings = read_ratings(scores, from.label, from.words);
                  if (!ratings) return tl::unexpected(ratings.error());
                  return json_or_error(correlate(scores, *ratings, options), options);
                });
  }));
}

py::tuple agreement_of_table(const py::dict& table, const py::dict& raters, const py::dict& given) {
  TableOptions from = table_options(table);
  from.source.needs_scores = false;
  const RatingColumns columns = rating_columns(raters);
  AgreementOptions options = agreement_options(given);
  return as_tuple(value_of([&](Interrupt interrupt) {
    options.bootstrap.interrupt = interrupt;
    return tell(from.source, columns.names(), interrupt,
                [&](const ScoreTable& texts) -> Result<std::string> {
                  const auto ratings = read_ratings(texts, columns);
                  if (!ratings) return tl::unexpected(ratings.error());
                  return json_or_error(agreement(*ratings, options), options);
                });
  }));
}

py::tuple simulate_systems(const py::dict& table, const py::dict& given) {
  const TableOptions from = table_options(table);
  SystemLevelOptions options = system_level_options(given);
  return as_tuple(value_of([&](Interrupt interrupt) {
    options.rounds.interrupt = interrupt;
    return tell_labelled(from, {options.context}, interrupt,
                         [&](const auto& scores, const auto& labels) {
                           return json_or_error(system_level(scores, labels, options), options);
                         });
  }));
}

// Beside the calibrator's file, which holds no intervals, the held-out numbers with theirs.
py::tuple fit_to_table(const py::dict& table, const py::dict& given) {
  const TableOptions from = table_options(table);
  CalibrateOptions options = calibrate_options(given);
  std::string intervals;
  const Told told = value_of([&](Interrupt interrupt) {
    options.bootstrap.interrupt = interrupt;
    return tell_labelled(from, {options.group}, interrupt,
                         [&](const auto& scores, const auto& labels) -> Result<std::string> {
                           const auto fitted = fit_calibrator(scores, labels, options);
                           if (!fitted) return tl::unexpected(fitted.error());
                           intervals =
                               base::json_text({{"held_out", json_of(fitted->held_out)},
                                                {"uncalibrated", json_of(fitted->uncalibrated)}});
                           return to_json(*fitted);
                         });
  });
  return py::make_tuple(told.json, intervals, as_list(told.warnings));
}

std::string calibrator_of_file(const std::string& path) {
  return to_json(value_or_raise(read_calibrator(path)));
}

// What the command prints, and the ensemble's file.
py::tuple combine_table(const py::dict& table, const py::dict& given) {
  const TableOptions from = table_options(table);
  CombineOptions options = combine_options(given);
  std::string file;
  const Told told = value_of([&](Interrupt interrupt) {
    options.bootstrap.interrupt = interrupt;
    return tell_labelled(from, {options.group}, interrupt,
                         [&](const auto& scores, const auto& labels) -> Result<std::string> {
                           const auto fitted = fit_ensemble(scores, labels, options);
                           if (!fitted) return tl::unexpected(fitted.error());
                           file = to_json(fitted->ensemble);
                           return to_json(*fitted, options);
                         });
  });
  return py::make_tuple(told.json, file, as_list(told.warnings));
}

// The text of a calibrator's or an ensemble's file, once it is known to be whole.
std::string fitted_file(const std::string& path) {
  const std::string text =
      value_or_raise(base::read_file(path, "`assay calibrate` writes such files"));
  return is_ensemble(text) ? to_json(value_or_raise(read_ensemble(path)))
                           : calibrator_of_file(path);
}

// The table with the scores that are named, and what `say(table)` makes of it.
template <typename Say>
py::tuple say_of_scores(const TableOptions& from, Say&& say) {
  return as_tuple(value_of([&](Interrupt interrupt) {
    return tell(from.source, {}, interrupt,
                [&](const ScoreTable& scores) -> Result<std::string> { return say(scores); });
  }));
}

// One JSON line an item. `fitted`: the text of the file of a calibrator or an ensemble.
py::tuple apply_to_table(const py::dict& table, const std::string& fitted) {
  TableOptions from = table_options(table);
  if (is_ensemble(fitted)) {
    const Ensemble ensemble = value_or_raise(parse_ensemble(fitted));
    value_or_raise(choose_scores(from.source.scores, ensemble));
    return say_of_scores(from,
                         [&](const auto& scores) { return combined_lines(scores, ensemble); });
  }
  const FittedCalibrator calibrator = value_or_raise(parse_calibrator(fitted));
  value_or_raise(choose_score(from.source.scores, calibrator));
  return say_of_scores(from,
                       [&](const auto& scores) { return calibrated_lines(scores, calibrator); });
}

}  // namespace

void register_evaluation(py::module_& module) {
  module.def("classify", &classify_table, py::arg("table"), py::arg("options"));
  module.def("correlate", &correlate_table, py::arg("table"), py::arg("options"));
  module.def("agreement", &agreement_of_table, py::arg("table"), py::arg("raters"),
             py::arg("options"));
  module.def("system_level", &simulate_systems, py::arg("table"), py::arg("options"));
  module.def("fit_calibrator", &fit_to_table, py::arg("table"), py::arg("options"));
  module.def("read_calibrator", &calibrator_of_file, py::arg("path"));
  module.def("combine", &combine_table, py::arg("table"), py::arg("options"));
  module.def("read_fitted", &fitted_file, py::arg("path"));
  module.def("apply_fitted", &apply_to_table, py::arg("table"), py::arg("fitted"));
}

}  // namespace assay::python
