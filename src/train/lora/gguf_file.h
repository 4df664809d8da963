#pragma once
// Metadata and tensors of a GGUF file, as numbers.
//
//   auto file = GgufFile::open("model.gguf");
//   file->count("llama.block_count");                    // a Result; the error names the key
//   std::vector<float> norm = file->floats("output_norm.weight", {576}).value();
//
// Quantised tensors are brought to 32 bits by ggml.
//
// Cost: `open` reads the metadata; a tensor is read when it is asked for.
// Failure: kCorrupt names the key or tensor; kUnsupported for a type that has no floats.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "gguf.h"

namespace assay::train {

class GgufFile {
 public:
  static Result<GgufFile> open(const std::filesystem::path& file);

  bool has(const std::string& key) const;
  // Absent where the key is missing or of another type.
  std::optional<std::string> text(const std::string& key) const;
  std::optional<double> number(const std::string& key) const;
  // A whole number above 0 that must be there.
  Result<std::size_t> count(const std::string& key) const;

  std::vector<std::string> tensor_names() const;
  bool has_tensor(const std::string& name) const;
  // Of a matrix.
  Result<std::size_t> tensor_rows(const std::string& name) const;
  // `shape` is that of the rows as they lie: a matrix is {outputs, inputs}.
  Result<std::vector<float>> floats(const std::string& name,
                                    const std::vector<std::size_t>& shape) const;

  const std::filesystem::path& file() const { return file_; }
  tl::unexpected<Error> refuse(ErrorCode code, std::string message) const;

 private:
  struct Free {
    void operator()(gguf_context* context) const { gguf_free(context); }
  };

  GgufFile(std::filesystem::path file, gguf_context* context)
      : file_(std::move(file)), context_(context) {}

  std::filesystem::path file_;
  std::unique_ptr<gguf_context, Free> context_;
};

}  // namespace assay::train
