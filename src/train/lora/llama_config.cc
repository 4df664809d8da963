#include "train/lora/llama_config.h"

#include <array>

namespace assay::train {
namespace {

constexpr std::array<const char*, kProjections> kNames = {
    "attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"};

}  // namespace

const char* name_of(Projection projection) {
  return kNames[static_cast<std::size_t>(projection)];
}

MatrixSize size_of(Projection projection, const LlamaConfig& config) {
  const std::size_t queries = config.heads * config.head_width;
  const std::size_t keys = config.key_heads * config.head_width;
  switch (projection) {
    case Projection::kQuery:
      return {queries, config.width};
    case Projection::kKey:
    case Projection::kValue:
      return {keys, config.width};
    case Projection::kOutput:
      return {config.width, queries};
    case Projection::kGate:
    case Projection::kUp:
      return {config.feed_forward, config.width};
    case Projection::kDown:
      return {config.width, config.feed_forward};
  }
  return {};
}

}  // namespace assay::train
