// assay._engine: the engine for Python. Everything that people call is in python/assay; this file
// passes files, names and numbers on, with the interpreter's lock released while the engine works.

#include <pybind11/functional.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "assay/metric.h"
#include "assay/version.h"
#include "conversions.h"
#include "engine.h"
#include "evaluation.h"

namespace py = pybind11;

namespace assay::python {
namespace {

py::list metric_list() {
  py::list metrics;
  for (const MetricInfo& info : list_metrics()) {
    py::list needs;
    for (const Need need : info.needs) needs.append(to_string(need));
    py::dict scores;
    for (const ScoreInfo& score : info.scores) {
      scores[py::str(score.name)] = py::make_tuple(score.least, score.most);
    }
    py::dict metric;
    metric["name"] = info.name;
    metric["summary"] = info.summary;
    metric["needs"] = needs;
    metric["scores"] = scores;
    metrics.append(metric);
  }
  return metrics;
}

}  // namespace

PYBIND11_MODULE(_engine, module) {
  module.attr("__version__") = kVersion;
  register_error(module);
  module.def("list_metrics", &metric_list);
  register_evaluation(module);
  py::class_<Engine>(module, "Engine")
      .def(py::init(&make_engine), py::kw_only(), py::arg("paths"), py::arg("search"),
           py::arg("threads"), py::arg("cache"))
      .def("score_file", &Engine::score_file, py::kw_only(), py::arg("input"), py::arg("output"),
           py::arg("metrics"), py::arg("options"), py::arg("format"), py::arg("quoting"),
           py::arg("fields"), py::arg("window"), py::arg("overwrite"), py::arg("restart"),
           py::arg("progress"));
}

}  // namespace assay::python
