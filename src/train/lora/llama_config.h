#pragma once
// The sizes of a causal model of the Llama family, and the matrices of its layers.

#include <cstddef>
#include <vector>

namespace assay::train {

struct LlamaConfig {
  std::size_t vocabulary = 0;
  std::size_t context = 0;  // most tokens of a text
  std::size_t width = 0;
  std::size_t layers = 0;
  std::size_t heads = 0;
  std::size_t key_heads = 0;  // each serves heads / key_heads of the queries
  std::size_t head_width = 0;
  std::size_t feed_forward = 0;
  double norm_epsilon = 0;
  double rope_base = 0;
  std::vector<float> rope_divisors;  // of each frequency, as Llama 3.1 has them; else empty
};

// The matrices of a layer, in the order in which they are used.
enum class Projection : std::size_t { kQuery, kKey, kValue, kOutput, kGate, kUp, kDown };
constexpr std::size_t kProjections = 7;

// As in GGUF files: "attn_q".
const char* name_of(Projection projection);

struct MatrixSize {
  std::size_t outputs = 0;
  std::size_t inputs = 0;
};
MatrixSize size_of(Projection projection, const LlamaConfig& config);

}  // namespace assay::train
