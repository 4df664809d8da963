#pragma once
// What a GGUF file says of itself, looked at before llama.cpp makes a model of it: there are things
// that llama.cpp takes on trust, and that end the process or never end where a file is damaged.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "assay/error.h"
#include "gguf.h"

namespace assay::llm {

class ModelFile {
 public:
  // kCorrupt: it is no whole GGUF file.
  static Result<ModelFile> open(const std::filesystem::path& file);

  // kUnsupported where a tensor is of a type that nothing is multiplied by, kCorrupt where there
  // are fewer tensors than layers.
  Result<void> check() const;

  bool has_tensor(const char* name) const;

 private:
  struct Free {
    void operator()(gguf_context* gguf) const { gguf_free(gguf); }
  };

  ModelFile(std::filesystem::path file, gguf_context* gguf) : file_(std::move(file)), gguf_(gguf) {}

  Result<void> check_types() const;
  Result<void> check_layers() const;
  std::optional<std::string> text(const char* key) const;
  std::optional<std::uint32_t> number(const std::string& key) const;
  tl::unexpected<Error> refuse(ErrorCode code, std::string message) const;

  std::filesystem::path file_;
  std::unique_ptr<gguf_context, Free> gguf_;
};

}  // namespace assay::llm
