#pragma once
// What answers the prompts of `assay generate`: a model in a GGUF file, or a server.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/endpoint.h"
#include "assay/generate.h"
#include "rows/prompt_row.h"

namespace assay::cli {

struct WrittenText {
  std::string text;
  StopReason stop = StopReason::kEnd;
  std::optional<std::size_t> tokens;      // this and the next two: of a model in a file
  std::optional<double> log_probability;  // of all tokens
  std::optional<double> score;            // of a beam
};

using WrittenTexts = std::vector<WrittenText>;  // best first

// Is told what became of a prompt, by its place, as soon as that is known: in any order, from any
// thread, never twice at a time.
using OnWritten = std::function<void(std::size_t place, Result<WrittenTexts> written)>;

class TextWriter {
 public:
  virtual ~TextWriter() = default;
  // Tells of every prompt; an error is one of the options or of the model, or an interrupt, and
  // leaves some out.
  virtual Result<void> write(std::span<const rows::Asked> asked,
                             const OnWritten& on_written) const = 0;
};

// A prompt is the user's turn of a conversation, unless it is taken as it is (`raw`).
Result<std::unique_ptr<TextWriter>> open_model_writer(const std::string& file,
                                                      const GeneratorOptions& loading,
                                                      const GenerationOptions& options, bool raw);
Result<std::unique_ptr<TextWriter>> open_endpoint_writer(const EndpointOptions& endpoint,
                                                         const GenerationOptions& options,
                                                         bool raw);

}  // namespace assay::cli
