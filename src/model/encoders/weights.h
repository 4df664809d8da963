#pragma once
// The tensors of a checkpoint, looked up by the names that Hugging Face gives them, checked for
// shape, and turned into constants of a graph.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/encoders/graph_ops.h"

namespace assay::model {

// Collects every tensor that is missing or has a wrong shape, so that one error names them all, and
// remembers what was taken, so that a tensor nobody asked for does not go unnoticed. The checkpoint
// must outlive it.
class Weights {
 public:
  // `family_prefix` is that of the encoder's tensors in a checkpoint with a head, such as "bert.".
  Weights(const Checkpoint& checkpoint, const std::string& family_prefix);

  // The prefix that this checkpoint uses: the family's, or none.
  const std::string& prefix() const { return prefix_; }

  // A tensor as a constant of f32. One that is not as it must be is noted and stands for itself as
  // an input of the right shape: the graph is thrown away when there is a complaint.
  enum class Part { kEncoder, kHead };
  Node take(const std::string& name, const std::vector<std::size_t>& shape, Part part);

  // Absent when all is well; else names what is missing, misshapen or not understood, and the file.
  std::optional<Error> complaint() const;

 private:
  const NamedTensor* find(const std::string& name) const;
  bool is_of_another_head(const std::string& name) const;

  const Checkpoint& checkpoint_;
  std::string prefix_;
  std::map<std::string, Node> taken_;
  std::set<std::string> used_;  // by the name in the file
  std::vector<std::string> missing_;
  std::vector<std::string> wrong_;
  std::set<std::string> wrong_files_;
  bool encoder_is_incomplete_ = false;
};

// The tensors of the encoder, whose names have its prefix, or those of the head.
class Tensors {
 public:
  Tensors(Weights& weights, Weights::Part part) : weights_(&weights), part_(part) {}

  Node take(const std::string& name, const std::vector<std::size_t>& shape) {
    const bool encoder = part_ == Weights::Part::kEncoder;
    return weights_->take((encoder ? weights_->prefix() : "") + name, shape, part_);
  }

 private:
  Weights* weights_;
  Weights::Part part_;
};

}  // namespace assay::model
