#pragma once
// Training low-rank changes to a causal model: loss, and perplexity by origin of the rows.

#include <memory>
#include <string>
#include <vector>

#include "train/lora/adapter_file.h"
#include "train/lora/lora_parameters.h"
#include "train/lora/lora_rows.h"

namespace assay::train {

// train/task.h and train/llama_base.h, which need LibTorch's headers
class Task;
struct LlamaBase;

struct NamedLoraRows {
  std::string name;
  LoraRows rows;
};

// The loss of a row is the mean over its answer's tokens of -log p(token); the best evaluation has
// the lowest mean over the origins of all sets. `base` and `lora` must outlive the task. A model
// folder holds adapter.gguf.
std::shared_ptr<const Task> make_lora_task(const LlamaBase& base, LoraParameters& lora,
                                           LoraRows rows, std::vector<NamedLoraRows> evaluations,
                                           AdapterType stored);

}  // namespace assay::train
