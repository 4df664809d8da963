#include "cli/generate/errors.h"

#include <gtest/gtest.h>

namespace assay::cli {
namespace {

Error error_of(ErrorCode code, std::string message, std::string hint, std::string field) {
  Error error = fail(code, std::move(message), std::move(hint)).value();
  error.field = std::move(field);
  return error;
}

TEST(GenerateErrors, MembersBecomeOptions) {
  const Error told = in_words_of_generate(
      error_of(ErrorCode::kInvalidOption, "`temperature` must be 0 where `beams` is more than 1",
               "", "temperature"));
  EXPECT_EQ(told.to_string(), "--temperature must be 0 where --beams is more than 1");
}

TEST(GenerateErrors, HintsOfRequestsNameOptionsToo) {
  const Error told = in_words_of_generate(
      error_of(ErrorCode::kNotFound, "the server said: `model` unknown", "check `base_url`", ""));
  EXPECT_EQ(told.message, "the server said: `model` unknown");
  EXPECT_EQ(told.hint, "check --endpoint");
}

TEST(GenerateErrors, FieldsOfPromptsStayFields) {
  const Error error = error_of(ErrorCode::kInvalidInput, "is missing", "", "prompt");
  EXPECT_EQ(in_words_of_generate(error).to_string(), "field `prompt`: is missing");
}

}  // namespace
}  // namespace assay::cli
