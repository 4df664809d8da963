#pragma once
// What tests of adapters share: the tiny model of the Llama family, and rows of random tokens.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "generation_goldens.h"
#include "train/lora/causal_network.h"
#include "train/random.h"

namespace assay::train {

inline std::filesystem::path tiny_llama() {
  return testing::generation_data("tiny_llama.gguf");
}

inline LlamaBase tiny_base(Precision precision = Precision::kF32) {
  return load_llama_base(tiny_llama(), precision).value();
}

// Changes that matter: B is not 0.
inline LoraParameters drawn_lora(const LlamaConfig& config, const LoraOptions& options) {
  LoraParameters lora = start_lora(config, options, 3);
  Random random(4);
  for (float& value : lora.set.trained()) value += static_cast<float>(.1 * random.normal());
  return lora;
}

// Every token but the first of a row is to be foreseen.
inline TokenRows random_rows(std::size_t rows, std::size_t longest, std::uint32_t vocabulary) {
  TokenRows tokens;
  Random random(5);
  for (std::size_t row = 0; row < rows; ++row) {
    std::vector<std::uint32_t> ids(2 + random.below(longest - 1));
    for (auto& id : ids) id = 3 + static_cast<std::uint32_t>(random.below(vocabulary - 3));
    std::vector<std::uint32_t> types(ids.size(), kAnswerToken);
    types.front() = 0;
    tokens.add(ids, types);
  }
  return tokens;
}

inline std::vector<float> numbers_of(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

// log p of every token but the first of a row, by our network.
inline std::vector<float> found_here(const LlamaBase& base, LoraParameters& lora,
                                     const TokenRows& rows, std::size_t row) {
  const std::size_t chosen[] = {row};
  return numbers_of(CausalNetwork(base, lora).log_probabilities(PackedText(rows, chosen)));
}

// The same by llama.cpp.
inline std::vector<double> found_by_llama(const Generator& model, const TokenRows& rows,
                                          std::size_t row, const std::string& adapter = {}) {
  const auto ids = rows.row(row).ids;
  const ScoringTask task{{"", {ids.front()}}, {{"", {ids.begin() + 1, ids.end()}}}};
  return model.score({&task, 1}, adapter).value().front().value().front().of_each_token;
}

// The largest difference over all tokens of all rows.
inline double largest_difference(const LlamaBase& base, LoraParameters& lora,
                                 const Generator& model, const TokenRows& rows,
                                 const std::string& adapter = {}) {
  double largest = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto here = found_here(base, lora, rows, row);
    const auto there = found_by_llama(model, rows, row, adapter);
    EXPECT_EQ(here.size(), there.size());
    for (std::size_t i = 0; i < here.size(); ++i) {
      largest = std::max(largest, std::abs(static_cast<double>(here[i]) - there[i]));
    }
  }
  return largest;
}

}  // namespace assay::train
