#pragma once
// `assay evaluate` and `assay calibrate` for Python: tables and options by name in, what the
// commands print as JSON out.

#include <pybind11/pybind11.h>

namespace assay::python {

void register_evaluation(pybind11::module_& module);

}  // namespace assay::python
