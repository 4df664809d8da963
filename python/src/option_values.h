#pragma once
// Options by name, as Python's dicts hold them, set in the structs of the engine. A name that is no
// option and a value that cannot be used are raised by name.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>

#include "assay/error.h"
#include "conversions.h"

namespace assay::python {

[[noreturn]] void raise_option(const std::string& message, const std::string& hint = {});

// One option with what the caller gave.
class OptionValue {
 public:
  OptionValue(const std::string& name, const pybind11::object& given)
      : name_(name), given_(given) {}

  template <typename T>
  T as() const {
    try {
      return pybind11::cast<T>(given_);
    } catch (const pybind11::cast_error&) {
      raise_option(shown() + " is of the wrong type");
    }
  }

  // The enumerator of that name; names are those of the command line.
  template <typename T>
  T one_of(std::initializer_list<T> all) const {
    const std::string given = as<std::string>();
    std::string known;
    for (const T value : all) {
      if (given == to_string(value)) return value;
      known += (known.empty() ? "" : ", ") + std::string(to_string(value));
    }
    raise_option(name_ + "=" + given + " is not known", "one of: " + known);
  }

  // A whole number from `least` to `most`.
  template <typename Number>
  Number count(std::uint64_t least, std::uint64_t most = std::numeric_limits<Number>::max()) const {
    return static_cast<Number>(whole_number(least, most));
  }

  // A finite number.
  double real() const;

  bool is_text() const { return pybind11::isinstance<pybind11::str>(given_); }
  std::string shown() const;  // "threshold='high'"

 private:
  std::uint64_t whole_number(std::uint64_t least, std::uint64_t most) const;

  const std::string& name_;
  const pybind11::object& given_;
};

template <typename Options>
using Setters = std::map<std::string, void (*)(Options&, const OptionValue&)>;

template <typename Options>
void set_options(Options& options, const pybind11::dict& given, const Setters<Options>& setters,
                 const std::string& owner) {
  for (const auto& [key, value] : given) {
    const std::string name = pybind11::cast<std::string>(key);
    const auto setter = setters.find(name);
    if (setter == setters.end()) {
      std::string known;
      for (const auto& [other, set] : setters) known += (known.empty() ? "" : ", ") + other;
      raise_option("no " + owner + " has an option `" + name + "`", "one of: " + known);
    }
    setter->second(options, {name, pybind11::reinterpret_borrow<pybind11::object>(value)});
  }
}

}  // namespace assay::python
