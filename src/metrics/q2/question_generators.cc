// Which generator of questions a path stands for.

#include <filesystem>
#include <system_error>

#include "metrics/q2/gguf_generator.h"
#include "metrics/q2/question_generator.h"
#include "metrics/q2/rules_generator.h"
#include "metrics/q2/trained_generator.h"

namespace assay::q2 {

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
  if (is_folder) return TrainedGenerator::load(path, options);
  return GgufGenerator::load(path, options, adapter);
}

}  // namespace assay::q2
