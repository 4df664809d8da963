#pragma once
// The numbers of a network that is being trained, in flat buffers.
//
// Every parameter is a slice of one of two buffers: `trained` is what the optimizer moves, `frozen`
// stays as the base model has it. A parameter may stack several tensors of a checkpoint (query, key
// and value are one product here), whose names it keeps in `parts`.
//
//   ParameterSet set;
//   set.add({.parts = {"classifier.weight"}, .shape = {3, 384}, .decays = true});
//   set.allocate();
//   std::span<float> values = set.values(set.all().front());
//
// Thread-safety: none of its own; a step reads the values from many threads and writes them from
// the threads of the optimizer, never at the same time.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assay::train {

struct Parameter {
  std::vector<std::string> parts;  // names in the checkpoint, equal shares of the first dimension
  std::vector<std::size_t> shape;
  bool decays = false;  // matrices feel weight decay; biases and norms do not
  bool trained = true;
  std::size_t offset = 0;  // in its buffer, in floats; set by allocate()

  std::size_t count() const;
  std::vector<std::size_t> part_shape() const;
};

class ParameterSet {
 public:
  // Returns the place of the parameter in all().
  std::size_t add(Parameter parameter);
  // Gives every parameter its place; values are 0 then.
  void allocate();

  const std::vector<Parameter>& all() const { return parameters_; }
  std::span<float> values(const Parameter& parameter);
  std::span<const float> values(const Parameter& parameter) const;
  std::vector<float>& trained() { return trained_; }
  const std::vector<float>& trained() const { return trained_; }

 private:
  std::vector<Parameter> parameters_;
  std::vector<float> trained_;
  std::vector<float> frozen_;
};

}  // namespace assay::train
