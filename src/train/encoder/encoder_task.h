#pragma once
// A task of a BERT encoder: what it knows beside the parameters, which it is given.

#include <cstddef>
#include <filesystem>
#include <span>

#include "assay/error.h"
#include "train/encoder/network.h"
#include "train/encoder_parameters.h"
#include "train/task.h"

namespace assay::train {

class EncoderTask {
 public:
  virtual ~EncoderTask() = default;

  virtual std::size_t row_count() const = 0;
  virtual std::size_t row_length(std::size_t row) const = 0;  // in tokens
  virtual double row_weight(std::size_t row) const = 0;

  // The weighted sum of the rows' losses divided by `total_weight`. Many threads at a time.
  virtual at::Tensor loss(const Network& network, std::span<const std::size_t> rows,
                          double total_weight) const = 0;

  virtual bool can_evaluate() const = 0;
  virtual Evaluation evaluate(EncoderParameters& parameters, int threads) const = 0;

  // Writes a folder that src/model loads: weights, config.json with `config` of the last
  // evaluation, tokenizer.json.
  virtual Result<void> save_model(const EncoderParameters& parameters,
                                  const std::filesystem::path& folder,
                                  const nlohmann::ordered_json& config) const = 0;
};

}  // namespace assay::train
