#include "option_values.h"

#include <cmath>
#include <optional>

namespace py = pybind11;

namespace assay::python {

void raise_option(const std::string& message, const std::string& hint) {
  raise(fail(ErrorCode::kInvalidOption, message, hint).value());
}

std::string OptionValue::shown() const {
  return name_ + "=" + py::cast<std::string>(py::repr(given_));
}

double OptionValue::real() const {
  const auto number = as<double>();
  if (!std::isfinite(number)) raise_option(shown() + " must be a number such as 0.5");
  return number;
}

std::uint64_t OptionValue::whole_number(std::uint64_t least, std::uint64_t most) const {
  std::optional<std::uint64_t> number;
  try {
    if (!py::isinstance<py::bool_>(given_)) number = py::cast<std::uint64_t>(given_);
  } catch (const py::cast_error&) {
    // Not whole, negative or too large: said below.
  }
  if (number && *number >= least && *number <= most) return *number;
  const bool is_open = most == std::numeric_limits<std::uint64_t>::max();
  raise_option(shown() + " must be a whole number from " + std::to_string(least) +
               (is_open ? "" : " to " + std::to_string(most)));
}

}  // namespace assay::python
