#include "train/parameters.h"

#include <cassert>
#include <functional>
#include <numeric>

namespace assay::train {

std::size_t Parameter::count() const {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

std::vector<std::size_t> Parameter::part_shape() const {
  std::vector<std::size_t> part = shape;
  part.front() /= parts.size();
  return part;
}

std::size_t ParameterSet::add(Parameter parameter) {
  assert(!parameter.parts.empty() && !parameter.shape.empty());
  parameters_.push_back(std::move(parameter));
  return parameters_.size() - 1;
}

void ParameterSet::allocate() {
  std::size_t trained = 0;
  std::size_t frozen = 0;
  for (Parameter& parameter : parameters_) {
    std::size_t& end = parameter.trained ? trained : frozen;
    parameter.offset = end;
    end += parameter.count();
  }
  trained_.assign(trained, 0.0F);
  frozen_.assign(frozen, 0.0F);
}

std::span<float> ParameterSet::values(const Parameter& parameter) {
  std::vector<float>& buffer = parameter.trained ? trained_ : frozen_;
  return std::span(buffer).subspan(parameter.offset, parameter.count());
}

std::span<const float> ParameterSet::values(const Parameter& parameter) const {
  const std::vector<float>& buffer = parameter.trained ? trained_ : frozen_;
  return std::span(buffer).subspan(parameter.offset, parameter.count());
}

}  // namespace assay::train
