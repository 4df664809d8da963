#pragma once
// The border to llama.cpp: owners of its objects, its start-up, and its messages, which go into
// errors instead of the terminal.

#include <memory>
#include <string>

#include "assay/error.h"
#include "llama.h"

namespace assay::llm {

struct ModelDeleter {
  void operator()(llama_model* model) const { llama_model_free(model); }
};
struct ContextDeleter {
  void operator()(llama_context* context) const { llama_free(context); }
};
using ModelPtr = std::unique_ptr<llama_model, ModelDeleter>;
using ContextPtr = std::unique_ptr<llama_context, ContextDeleter>;

// Starts llama.cpp, once a process: from then on an assertion of its own that fails is thrown as
// std::runtime_error, to be caught wherever it reads what others have made. kUnsupported where the
// processor lacks instructions that it is built for.
Result<void> start_llama();

// The first error that llama.cpp has reported on this thread since the last call; may be empty.
std::string take_llama_error();

// What decides, besides the model, which bits come out: the source of llama.cpp.
std::string llama_identity();

}  // namespace assay::llm
