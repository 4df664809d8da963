#include "conversions.h"

#include "metrics/option_names.h"
#include "option_values.h"

namespace py = pybind11;

namespace assay::python {
namespace {

PyObject* error_class = nullptr;  // lives as long as the interpreter

const Setters<MetricOptions>& metric_setters() {
  using Style = MetricOptions::Style;
  using Tokenizer = BleuOptions::Tokenizer;
  using Smoothing = BleuOptions::Smoothing;
  using Parameters = MeteorOptions::Parameters;
  using Questions = QuestionsPerCandidate;
  static const Setters<MetricOptions> all = {
      {"threshold", [](auto& o, const OptionValue& v) { o.threshold = v.as<double>(); }},
      {"max_questions", [](auto& o, const OptionValue& v) { o.max_questions = v.as<int>(); }},
      {"keep_personal", [](auto& o, const OptionValue& v) { o.keep_personal = v.as<bool>(); }},
      {"compat",
       [](auto& o, const OptionValue& v) {
         o.compat = v.one_of({Compat::kNone, Compat::kQ2Paper});
       }},
      {"questions",
       [](auto& o, const OptionValue& v) {
         o.questions = v.one_of({Questions::kSingle, Questions::kAll});
       }},
      {"question_style",
       [](auto& o, const OptionValue& v) {
         o.question_style = v.one_of({Style::kAny, Style::kFronted, Style::kInPlace});
       }},
      {"against",
       [](auto& o, const OptionValue& v) {
         o.against = v.one_of({Against::kReference, Against::kKnowledge});
       }},
      {"bleu_tokenizer",
       [](auto& o, const OptionValue& v) {
         o.bleu.tokenizer = v.one_of({Tokenizer::k13a, Tokenizer::kNone, Tokenizer::kIntl});
       }},
      {"bleu_lower_case", [](auto& o, const OptionValue& v) { o.bleu.lower_case = v.as<bool>(); }},
      {"bleu_smoothing",
       [](auto& o, const OptionValue& v) {
         o.bleu.smoothing =
             v.one_of({Smoothing::kNone, Smoothing::kFloor, Smoothing::kAddK, Smoothing::kExp});
       }},
      {"bleu_smooth_value",
       [](auto& o, const OptionValue& v) { o.bleu.smooth_value = v.as<double>(); }},
      {"rouge_stem", [](auto& o, const OptionValue& v) { o.rouge.stem = v.as<bool>(); }},
      {"meteor_parameters",
       [](auto& o, const OptionValue& v) {
         o.meteor.parameters = v.one_of({Parameters::kNltk, Parameters::k2007});
       }},
      {"bertscore_layer", [](auto& o, const OptionValue& v) { o.bertscore.layer = v.as<int>(); }},
      {"bertscore_idf",
       [](auto& o, const OptionValue& v) { o.bertscore.idf = v.as<std::string>(); }},
      {"bertscore_baseline",
       [](auto& o, const OptionValue& v) { o.bertscore.baseline = v.as<std::string>(); }},
  };
  return all;
}

}  // namespace

void register_error(py::module_& module) {
  error_class = PyErr_NewException("assay._engine.Error", PyExc_RuntimeError, nullptr);
  module.attr("Error") = py::handle(error_class);
}

py::object text_of(const std::string& bytes) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

void raise(const Error& error) {
  const py::tuple arguments = py::make_tuple(to_string(error.code), text_of(error.to_string()));
  PyErr_SetObject(error_class, arguments.ptr());
  throw py::error_already_set();
}

MetricOptions metric_options(const py::dict& given) {
  MetricOptions options;
  set_options(options, given, metric_setters(), "metric");
  return options;
}

InputFormat input_format(const OptionValue& value) {
  return value.one_of(
      {InputFormat::kAuto, InputFormat::kJsonl, InputFormat::kCsv, InputFormat::kTsv});
}

Quoting quoting(const OptionValue& value) {
  return value.one_of({Quoting::kCsv, Quoting::kNone});
}

}  // namespace assay::python
