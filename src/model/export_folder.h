#pragma once
// What every export of a model folder begins with.

#include <filesystem>

#include "assay/error.h"

namespace assay::model {

// Makes `out` and copies config.json, tokenizer.json and tokenizer_config.json into it, where they
// are. kInvalidOption when it is `folder` itself.
Result<void> begin_export(const std::filesystem::path& folder, const std::filesystem::path& out);

// Writes `bytes` as model.safetensors of `out`, in the place of one that is there.
Result<void> write_safetensors(const std::filesystem::path& out, const std::string& bytes);

tl::unexpected<Error> cannot_write(const std::filesystem::path& path, const std::string& why);

}  // namespace assay::model
