#pragma once
// Python's values as the engine's, and its errors as exceptions.

#include <pybind11/pybind11.h>

#include <string>

#include "assay/error.h"
#include "assay/metric.h"
#include "assay/record_reader.h"

namespace assay::python {

class OptionValue;

// Makes assay._engine.Error, whose args are (code, text); text is Error::to_string().
void register_error(pybind11::module_& module);
[[noreturn]] void raise(const Error& error);

// As text, of what may hold any bytes, such as names and lines of files.
pybind11::object text_of(const std::string& bytes);

template <typename T>
T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

// A name that is no option, and a value of the wrong kind, are raised by name.
MetricOptions metric_options(const pybind11::dict& options);
InputFormat input_format(const OptionValue& value);
Quoting quoting(const OptionValue& value);

}  // namespace assay::python
