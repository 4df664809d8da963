// Which generator of questions a path stands for.

#include <filesystem>
#include <system_error>

#include "metrics/q2/gguf_generator.h"
#include "metrics/q2/question_generator.h"
#include "metrics/q2/rules_generator.h"

namespace assay::q2 {
namespace {

tl::unexpected<Error> unknown_folder(const std::string& path) {
  Error error;
  error.code = ErrorCode::kUnsupported;
  error.message = "this build reads no folder of a question generator yet";
  error.hint = "give a GGUF file, or `rules`";
  error.file = path;
  return tl::unexpected(std::move(error));
}

}  // namespace

Result<std::unique_ptr<QuestionGenerator>> load_question_generator(const std::string& path,
                                                                   const ModelOptions& options) {
  if (path.empty() || path == kRules) return std::make_unique<RulesGenerator>();
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return unknown_folder(path);
  return GgufGenerator::load(path, options);
}

}  // namespace assay::q2
