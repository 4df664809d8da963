#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace examples {

assay::Result<void> judge_a_pair(const std::filesystem::path& folder);
assay::Result<void> answer_a_question(const std::filesystem::path& folder);
assay::Result<double> similarity(const std::filesystem::path& folder, std::string_view one,
                                 std::string_view other);
assay::Result<std::size_t> count_states(const std::filesystem::path& folder, std::string_view text);
assay::Result<std::string> chat(const std::filesystem::path& gguf, const std::string& question);
assay::Result<bool> finds_likelier(const std::filesystem::path& gguf, const std::string& prompt,
                                   const std::string& one, const std::string& other);
assay::Result<double> probability_of_yes(const std::string& base_url, const std::string& model,
                                         const std::string& question);

}  // namespace examples
