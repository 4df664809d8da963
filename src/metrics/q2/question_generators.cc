// Which generator of questions a path stands for.

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/file.h"
#include "metrics/q2/gguf_generator.h"
#include "metrics/q2/question_generator.h"
#include "metrics/q2/rules_generator.h"
#include "metrics/q2/trained_generator.h"
#include "model/model_config.h"

namespace assay::q2 {
namespace {

// A checkpoint as Hugging Face transformers has it would fail for want of the files of ours.
Result<void> refuse_language_model(const std::filesystem::path& folder) {
  const std::string file = (folder / "config.json").string();
  const auto json = base::read_file(file);
  if (!json) return {};
  const auto config = model::parse_model_config(*json, file);
  if (!config) return {};
  for (const std::string& name : config->architectures) {
    if (!name.ends_with("ForConditionalGeneration") && !name.ends_with("ForCausalLM")) continue;
    return fail(ErrorCode::kUnsupported,
                file + ": `" + name + "` is a language model, which is taken from a GGUF file",
                "convert it as docs/models.md says, and give the file");
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<QuestionGenerator>> load_question_generator(const std::string& path,
                                                                   const ModelOptions& options,
                                                                   const std::string& adapter) {
  std::error_code ignored;
  const bool is_rules = path.empty() || path == kRules;
  const bool is_folder = !is_rules && std::filesystem::is_directory(path, ignored);
  if (!adapter.empty() && (is_rules || is_folder)) {
    return fail(ErrorCode::kInvalidOption,
                "an adapter of question generation needs its language model, a GGUF file",
                "name the model that the adapter was trained on");
  }
  if (is_rules) return std::make_unique<RulesGenerator>();
  if (is_folder) {
    if (auto refused = refuse_language_model(path); !refused) {
      return tl::unexpected(refused.error());
    }
    return TrainedGenerator::load(path, options);
  }
  return GgufGenerator::load(path, options, adapter);
}

}  // namespace assay::q2
