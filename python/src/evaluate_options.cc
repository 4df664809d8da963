#include "evaluate_options.h"

#include <cmath>

#include "base/thread_limit.h"
#include "evaluate/option_limits.h"
#include "evaluate/score_cell.h"
#include "metrics/option_names.h"
#include "option_values.h"

namespace py = pybind11;

namespace assay::python {
namespace {

using namespace evaluate;

using Texts = std::vector<std::string>;

Criterion criterion(const OptionValue& value) {
  return value.one_of({Criterion::kBalancedAccuracy, Criterion::kAccuracy, Criterion::kMacroF1,
                       Criterion::kKappa, Criterion::kGMean});
}

Fill fill(const OptionValue& value) {
  if (value.is_text() && value.as<std::string>() == "minimum") return {};
  if (!value.is_text() && is_in_reach(value.as<double>())) return {value.as<double>()};
  raise_option(value.shown() + " is neither `minimum` nor a number", kOutOfReach);
}

// "error" or "no-score", as on the command line.
EmptyScores empty_scores(const OptionValue& value) {
  const auto name = value.as<std::string>();
  if (name == "error") return EmptyScores::kError;
  if (name == "no-score") return EmptyScores::kNoScore;
  raise_option("bad_scores=" + name + " is not known", "one of: error, no-score");
}

// Of all options that have intervals by the bootstrap.
template <typename Options>
Setters<Options> bootstrap_setters() {
  return {
      {"bootstrap",
       [](auto& o, const OptionValue& v) {
         o.bootstrap.rounds = v.count<std::size_t>(0, kMostRounds);
       }},
      {"seed", [](auto& o, const OptionValue& v) { o.bootstrap.seed = v.count<std::uint64_t>(0); }},
      {"confidence", [](auto& o, const OptionValue& v) { o.bootstrap.confidence = v.real(); }},
      {"threads",
       [](auto& o, const OptionValue& v) {
         o.bootstrap.threads = v.count<int>(0, base::kMostThreads);
       }},
  };
}

template <typename Options>
Options with_bootstrap(const py::dict& given, Setters<Options> setters) {
  setters.merge(bootstrap_setters<Options>());
  Options options;
  set_options(options, given, setters, "evaluation");
  value_or_raise(check_bootstrap(options.bootstrap));
  return options;
}

}  // namespace

TableOptions table_options(const py::dict& given) {
  static const Setters<TableOptions> setters = {
      {"inputs", [](auto& o, const OptionValue& v) { o.source.inputs = v.as<Texts>(); }},
      {"join", [](auto& o, const OptionValue& v) { o.source.joined = v.as<Texts>(); }},
      {"records", [](auto& o, const OptionValue& v) { o.source.records = v.as<std::string>(); }},
      {"format", [](auto& o, const OptionValue& v) { o.source.format = input_format(v); }},
      {"quoting", [](auto& o, const OptionValue& v) { o.source.quoting = quoting(v); }},
      {"score", [](auto& o, const OptionValue& v) { o.source.scores = v.as<Texts>(); }},
      {"bad_scores", [](auto& o, const OptionValue& v) { o.source.empty = empty_scores(v); }},
      {"id", [](auto& o, const OptionValue& v) { o.source.id = v.as<std::string>(); }},
      {"label", [](auto& o, const OptionValue& v) { o.label = v.as<std::string>(); }},
      {"positive", [](auto& o, const OptionValue& v) { o.words.positive = v.as<Texts>(); }},
      {"negative", [](auto& o, const OptionValue& v) { o.words.negative = v.as<Texts>(); }},
      {"ignore", [](auto& o, const OptionValue& v) { o.words.ignored = v.as<Texts>(); }},
      {"calibrator", [](auto& o, const OptionValue& v) { o.calibrators = v.as<Texts>(); }},
  };
  TableOptions options;
  set_options(options, given, setters, "table");
  return options;
}

RatingColumns rating_columns(const py::dict& given) {
  static const Setters<RatingColumns> setters = {
      {"rater", [](auto& o, const OptionValue& v) { o.raters = v.as<Texts>(); }},
      {"ratings", [](auto& o, const OptionValue& v) { o.lists = v.as<std::string>(); }},
  };
  RatingColumns columns;
  set_options(columns, given, setters, "table of ratings");
  value_or_raise(columns.check());
  return columns;
}

ClassifyOptions classify_options(const py::dict& given) {
  return with_bootstrap<ClassifyOptions>(
      given,
      {
          {"threshold", [](auto& o, const OptionValue& v) { o.threshold = v.real(); }},
          {"thresholds",
           [](auto& o, const OptionValue& v) {
             for (const auto& [metric, threshold] : v.as<std::map<std::string, double>>()) {
               if (!std::isfinite(threshold))
                 raise_option(v.shown() + " must hold numbers such as 0.5");
               o.thresholds.emplace_back(metric, threshold);
             }
           }},
          {"missing", [](auto& o, const OptionValue& v) { o.fill = fill(v); }},
          {"bins",
           [](auto& o, const OptionValue& v) { o.bins = v.count<std::size_t>(1, kMostBins); }},
          {"folds",
           [](auto& o, const OptionValue& v) { o.folds = v.count<std::size_t>(0, kMostFolds); }},
          {"optimize", [](auto& o, const OptionValue& v) { o.criterion = criterion(v); }},
          {"dataset", [](auto& o, const OptionValue& v) { o.dataset = v.as<std::string>(); }},
          {"group", [](auto& o, const OptionValue& v) { o.group = v.as<std::string>(); }},
          {"curves", [](auto& o, const OptionValue& v) { o.curves = v.as<bool>(); }},
      });
}

CorrelateOptions correlate_options(const py::dict& given) {
  return with_bootstrap<CorrelateOptions>(
      given,
      {
          {"missing", [](auto& o, const OptionValue& v) { o.fill = fill(v); }},
          {"system", [](auto& o, const OptionValue& v) { o.system = v.as<std::string>(); }},
          {"dataset", [](auto& o, const OptionValue& v) { o.dataset = v.as<std::string>(); }},
          {"group", [](auto& o, const OptionValue& v) { o.group = v.as<std::string>(); }},
      });
}

AgreementOptions agreement_options(const py::dict& given) {
  return with_bootstrap<AgreementOptions>(
      given,
      {
          {"level",
           [](auto& o, const OptionValue& v) {
             o.level =
                 v.one_of({Level::kNominal, Level::kOrdinal, Level::kInterval, Level::kRatio});
           }},
          {"weights",
           [](auto& o, const OptionValue& v) {
             o.weights =
                 v.one_of({KappaWeights::kNone, KappaWeights::kLinear, KappaWeights::kQuadratic});
           }},
      });
}

SystemLevelOptions system_level_options(const py::dict& given) {
  static const Setters<SystemLevelOptions> setters = {
      {"context", [](auto& o, const OptionValue& v) { o.context = v.as<std::string>(); }},
      {"shares", [](auto& o, const OptionValue& v) { o.shares = v.as<std::vector<double>>(); }},
      {"drawn",
       [](auto& o, const OptionValue& v) { o.drawn = v.count<std::size_t>(1, kMostDrawn); }},
      {"missing", [](auto& o, const OptionValue& v) { o.fill = fill(v); }},
      {"rounds",
       [](auto& o, const OptionValue& v) {
         o.rounds.rounds = v.count<std::size_t>(1, kMostRounds);
       }},
      {"seed", [](auto& o, const OptionValue& v) { o.rounds.seed = v.count<std::uint64_t>(0); }},
      {"confidence", [](auto& o, const OptionValue& v) { o.rounds.confidence = v.real(); }},
      {"threads",
       [](auto& o, const OptionValue& v) {
         o.rounds.threads = v.count<int>(0, base::kMostThreads);
       }},
  };
  SystemLevelOptions options;
  set_options(options, given, setters, "simulation");
  value_or_raise(check_bootstrap(options.rounds));
  return options;
}

CalibrateOptions calibrate_options(const py::dict& given) {
  return with_bootstrap<CalibrateOptions>(
      given,
      {
          {"method",
           [](auto& o, const OptionValue& v) {
             o.method = v.one_of({CalibrationMethod::kThreshold, CalibrationMethod::kPlatt,
                                  CalibrationMethod::kIsotonic});
           }},
          {"optimize", [](auto& o, const OptionValue& v) { o.criterion = criterion(v); }},
          {"folds",
           [](auto& o, const OptionValue& v) { o.folds = v.count<std::size_t>(2, kMostFolds); }},
          {"bins",
           [](auto& o, const OptionValue& v) { o.bins = v.count<std::size_t>(1, kMostBins); }},
          {"group", [](auto& o, const OptionValue& v) { o.group = v.as<std::string>(); }},
      });
}

CombineOptions combine_options(const py::dict& given) {
  return with_bootstrap<CombineOptions>(
      given,
      {
          {"against",
           [](auto& o, const OptionValue& v) {
             o.against = v.one_of({Against::kReference, Against::kKnowledge});
           }},
          {"folds",
           [](auto& o, const OptionValue& v) { o.folds = v.count<std::size_t>(2, kMostFolds); }},
          {"group", [](auto& o, const OptionValue& v) { o.group = v.as<std::string>(); }},
      });
}

}  // namespace assay::python
