#include "conversions.h"

#include <array>
#include <functional>
#include <map>
#include <utility>

namespace py = pybind11;

namespace assay::python {
namespace {

PyObject* error_class = nullptr;  // lives as long as the interpreter

template <typename T, std::size_t n>
T word(const std::string& option, const std::string& given,
       const std::array<std::pair<const char*, T>, n>& words) {
  std::string known;
  for (const auto& [name, value] : words) {
    if (given == name) return value;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  raise(fail(ErrorCode::kInvalidOption, option + "=" + given + " is not known", "one of: " + known)
            .value());
}

using Setter = std::function<void(MetricOptions&, const py::object&)>;

const std::map<std::string, Setter>& setters() {
  static const std::map<std::string, Setter> all = {
      {"threshold", [](auto& o, auto& v) { o.threshold = py::cast<double>(v); }},
      {"max_questions", [](auto& o, auto& v) { o.max_questions = py::cast<int>(v); }},
      {"keep_personal", [](auto& o, auto& v) { o.keep_personal = py::cast<bool>(v); }},
      {"compat",
       [](auto& o, auto& v) {
         o.compat = word<Compat, 2>("compat", py::cast<std::string>(v),
                                    {{{"none", Compat::kNone}, {"q2-paper", Compat::kQ2Paper}}});
       }},
      {"questions",
       [](auto& o, auto& v) {
         o.questions = word<QuestionsPerCandidate, 2>(
             "questions", py::cast<std::string>(v),
             {{{"single", QuestionsPerCandidate::kSingle}, {"all", QuestionsPerCandidate::kAll}}});
       }},
      {"question_style",
       [](auto& o, auto& v) {
         using Style = MetricOptions::Style;
         o.question_style = word<Style, 3>(
             "question_style", py::cast<std::string>(v),
             {{{"any", Style::kAny}, {"fronted", Style::kFronted}, {"in_place", Style::kInPlace}}});
       }},
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
  const py::tuple arguments = py::make_tuple(to_string(error.code), error.to_string());
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
      setter->second(converted, py::reinterpret_borrow<py::object>(value));
    } catch (const py::cast_error&) {
      raise(fail(ErrorCode::kInvalidOption,
                 name + "=" + py::cast<std::string>(py::repr(value)) + " is of the wrong type")
                .value());
    }
  }
  return converted;
}

InputFormat input_format(const std::string& name) {
  return word<InputFormat, 4>("format", name,
                              {{{"auto", InputFormat::kAuto},
                                {"jsonl", InputFormat::kJsonl},
                                {"csv", InputFormat::kCsv},
                                {"tsv", InputFormat::kTsv}}});
}

Quoting quoting(const std::string& name) {
  return word<Quoting, 2>("quoting", name, {{{"csv", Quoting::kCsv}, {"none", Quoting::kNone}}});
}

}  // namespace assay::python
