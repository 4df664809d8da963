#include "conversions.h"

#include <initializer_list>
#include <map>
#include <string>

#include "metrics/option_names.h"

namespace py = pybind11;

namespace assay::python {
namespace {

PyObject* error_class = nullptr;  // lives as long as the interpreter

// The enumerator whose name is given; names are those of the command line.
template <typename T>
T word(const std::string& option, const std::string& given, std::initializer_list<T> all) {
  std::string known;
  for (const T value : all) {
    if (given == to_string(value)) return value;
    known += (known.empty() ? "" : ", ") + std::string(to_string(value));
  }
  raise(fail(ErrorCode::kInvalidOption, option + "=" + given + " is not known", "one of: " + known)
            .value());
}

struct Value {
  const std::string& option;
  const py::object& given;

  template <typename T>
  T as() const {
    return py::cast<T>(given);
  }
  template <typename T>
  T one_of(std::initializer_list<T> all) const {
    return word<T>(option, as<std::string>(), all);
  }
};

using Setter = void (*)(MetricOptions&, const Value&);

const std::map<std::string, Setter>& setters() {
  using Style = MetricOptions::Style;
  using Tokenizer = BleuOptions::Tokenizer;
  using Smoothing = BleuOptions::Smoothing;
  using Parameters = MeteorOptions::Parameters;
  using Questions = QuestionsPerCandidate;
  static const std::map<std::string, Setter> all = {
      {"threshold", [](auto& o, auto& v) { o.threshold = v.template as<double>(); }},
      {"max_questions", [](auto& o, auto& v) { o.max_questions = v.template as<int>(); }},
      {"keep_personal", [](auto& o, auto& v) { o.keep_personal = v.template as<bool>(); }},
      {"compat",
       [](auto& o, auto& v) {
         o.compat = v.one_of({Compat::kNone, Compat::kQ2Paper});
       }},
      {"questions",
       [](auto& o, auto& v) {
         o.questions = v.one_of({Questions::kSingle, Questions::kAll});
       }},
      {"question_style",
       [](auto& o, auto& v) {
         o.question_style = v.one_of({Style::kAny, Style::kFronted, Style::kInPlace});
       }},
      {"against",
       [](auto& o, auto& v) {
         o.against = v.one_of({Against::kReference, Against::kKnowledge});
       }},
      {"bleu_tokenizer",
       [](auto& o, auto& v) {
         o.bleu.tokenizer = v.one_of({Tokenizer::k13a, Tokenizer::kNone, Tokenizer::kIntl});
       }},
      {"bleu_lower_case", [](auto& o, auto& v) { o.bleu.lower_case = v.template as<bool>(); }},
      {"bleu_smoothing",
       [](auto& o, auto& v) {
         o.bleu.smoothing =
             v.one_of({Smoothing::kNone, Smoothing::kFloor, Smoothing::kAddK, Smoothing::kExp});
       }},
      {"bleu_smooth_value",
       [](auto& o, auto& v) { o.bleu.smooth_value = v.template as<double>(); }},
      {"rouge_stem", [](auto& o, auto& v) { o.rouge.stem = v.template as<bool>(); }},
      {"meteor_parameters",
       [](auto& o, auto& v) {
         o.meteor.parameters = v.one_of({Parameters::kNltk, Parameters::k2007});
       }},
      {"bertscore_layer", [](auto& o, auto& v) { o.bertscore.layer = v.template as<int>(); }},
      {"bertscore_idf", [](auto& o, auto& v) { o.bertscore.idf = v.template as<std::string>(); }},
      {"bertscore_baseline",
       [](auto& o, auto& v) { o.bertscore.baseline = v.template as<std::string>(); }},
  };
  return all;
}

std::string known_options() {
  std::string names;
  for (const auto& [name, setter] : setters()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

}  // namespace

void register_error(py::module_& module) {
  error_class = PyErr_NewException("assay._engine.Error", PyExc_RuntimeError, nullptr);
  module.attr("Error") = py::handle(error_class);
}

void raise(const Error& error) {
  // Names and lines of files may hold any bytes.
  const std::string message = error.to_string();
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "replace"));
  const py::tuple arguments = py::make_tuple(to_string(error.code), text);
  PyErr_SetObject(error_class, arguments.ptr());
  throw py::error_already_set();
}

MetricOptions metric_options(const py::dict& options) {
  MetricOptions converted;
  for (const auto& [key, value] : options) {
    const std::string name = py::cast<std::string>(key);
    const auto setter = setters().find(name);
    if (setter == setters().end()) {
      raise(fail(ErrorCode::kInvalidOption, "no metric has an option `" + name + "`",
                 "one of: " + known_options())
                .value());
    }
    try {
      setter->second(converted, {name, py::reinterpret_borrow<py::object>(value)});
    } catch (const py::cast_error&) {
      raise(fail(ErrorCode::kInvalidOption,
                 name + "=" + py::cast<std::string>(py::repr(value)) + " is of the wrong type")
                .value());
    }
  }
  return converted;
}

InputFormat input_format(const std::string& name) {
  return word("format", name,
              {InputFormat::kAuto, InputFormat::kJsonl, InputFormat::kCsv, InputFormat::kTsv});
}

Quoting quoting(const std::string& name) {
  return word("quoting", name, {Quoting::kCsv, Quoting::kNone});
}

}  // namespace assay::python
