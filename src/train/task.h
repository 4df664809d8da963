#pragma once
// What the training loop needs to know of a task.

#include <ATen/ATen.h>

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "assay/error.h"
#include "train/evaluation.h"

namespace assay::train {

struct LossGradient {
  double value = 0;
  std::vector<at::Tensor> gradients;  // contiguous, of every trained parameter in its order
};

class Task {
 public:
  virtual ~Task() = default;

  virtual std::size_t row_count() const = 0;
  virtual std::size_t row_length(std::size_t row) const = 0;  // in tokens
  virtual double row_weight(std::size_t row) const = 0;

  // Of the weighted sum of the rows' losses divided by `total_weight`. Many threads at a time.
  virtual LossGradient gradient(std::span<const std::size_t> rows, double total_weight) const = 0;

  virtual bool can_evaluate() const = 0;
  virtual Evaluation evaluate(int threads) const = 0;

  // Writes a folder with what was trained; `config` is that of the last evaluation.
  virtual Result<void> save_model(const std::filesystem::path& folder,
                                  const nlohmann::ordered_json& config) const = 0;
};

}  // namespace assay::train
