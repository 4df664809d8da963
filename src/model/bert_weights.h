#pragma once
// The tensors of a BERT or RoBERTa checkpoint, looked up by the names that Hugging Face gives them
// and checked for shape.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "model/safetensors.h"

namespace assay::model {

// Collects every tensor that is missing or has a wrong shape, so that one error names them all, and
// remembers what was taken, so that a tensor nobody asked for does not go unnoticed.
class BertWeights {
 public:
  // `prefix` of the encoder's tensors: "bert.", "roberta." or "".
  BertWeights(const TensorMap& tensors, std::string prefix)
      : tensors_(tensors), prefix_(std::move(prefix)) {}

  // A tensor of the encoder; nullptr (and noted) when it is not as it must be.
  const TensorView* encoder(const std::string& name, const std::vector<std::size_t>& shape) {
    return take(prefix_ + name, shape);
  }
  // A tensor of the head, whose name has no prefix.
  const TensorView* head(const std::string& name, const std::vector<std::size_t>& shape) {
    return take(name, shape);
  }

  // Empty when all is well; else says what is missing, misshapen or not understood.
  std::string complaint() const;

 private:
  const TensorView* take(const std::string& name, const std::vector<std::size_t>& shape);
  bool is_harmless(const std::string& name) const;

  const TensorMap& tensors_;
  std::string prefix_;
  std::set<std::string> taken_;
  std::vector<std::string> missing_;
  std::vector<std::string> misshapen_;
};

// The prefix under which the word embeddings stand; "" when they stand nowhere.
std::string encoder_prefix(const TensorMap& tensors);

}  // namespace assay::model
