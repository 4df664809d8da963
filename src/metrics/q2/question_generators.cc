// Which generator of questions a path stands for.

#include <filesystem>
#include <system_error>

#include "metrics/q2/gguf_generator.h"
#include "metrics/q2/question_generator.h"
#include "metrics/q2/rules_generator.h"
#include "metrics/q2/trained_generator.h"

namespace assay::q2 {

Result<std::unique_ptr<QuestionGenerator>> load_question_generator(const std::string& path,
                                                                   const ModelOptions& options) {
  if (path.empty() || path == kRules) return std::make_unique<RulesGenerator>();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return TrainedGenerator::load(path, options);
  return GgufGenerator::load(path, options);
}

}  // namespace assay::q2
