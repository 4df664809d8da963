#pragma once
// Low-rank changes as a GGUF file that llama.cpp loads beside the model.

#include <filesystem>

#include "assay/error.h"
#include "train/lora/lora_parameters.h"

namespace assay::train {

enum class AdapterType { kF16, kF32 };

// Written aside first and then renamed. The file has the architecture `llama`, alpha, and for each
// matrix `blk.N.NAME.weight.lora_a` and `.lora_b`.
Result<void> write_adapter(const LoraParameters& lora, AdapterType type,
                           const std::filesystem::path& file);

}  // namespace assay::train
