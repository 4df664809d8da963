#include "rows/prompt_row.h"

#include <gmock/gmock.h>

namespace assay::rows {
namespace {

using ::testing::HasSubstr;

std::string error_of(const std::string& text) {
  RowFields fields({text, 3}, "rows.jsonl");
  (void)read_asked(fields);
  return fields.error() ? fields.error()->to_string() : "";
}

TEST(PromptRow, IsAPromptOrAConversation) {
  RowFields prompt({R"({"prompt": "Name a river."})", 1}, "rows.jsonl");
  EXPECT_EQ(std::get<std::string>(read_asked(prompt)), "Name a river.");
  RowFields talk({R"({"messages": [{"role": "system", "content": ""},
                                   {"role": "user", "content": "hi"}]})",
                  1},
                 "rows.jsonl");
  const auto conversation = std::get<Conversation>(read_asked(talk));
  EXPECT_FALSE(talk.error());
  ASSERT_EQ(conversation.size(), 2U);
  EXPECT_EQ(conversation[1].role, "user");
  EXPECT_EQ(conversation[1].content, "hi");
}

TEST(PromptRow, NamesWhatIsWrong) {
  EXPECT_THAT(error_of("{}"), HasSubstr("rows.jsonl:3: field `prompt`: is missing"));
  EXPECT_THAT(error_of(R"({"prompt": " "})"), HasSubstr("field `prompt`: is empty"));
  EXPECT_THAT(error_of(R"({"prompt": "a", "prompt": "b"})"),
              HasSubstr("rows.jsonl:3: field `prompt`: stands twice in its object"));
  EXPECT_THAT(error_of(R"({"messages": [{"role": "user", "content": "a", "content": "b"}]})"),
              HasSubstr("field `content`: stands twice"));
  EXPECT_EQ(error_of(R"({"prompt": "a", "x": [{"prompt": 1}, {"prompt": {"prompt": 2}}]})"), "");
  EXPECT_THAT(error_of(R"({"prompt": "a", "messages": [{"role": "user", "content": "b"}]})"),
              HasSubstr("field `messages`: stands beside `prompt`"));
  for (const char* messages : {"[]", "\"hi\"", "{}"}) {
    EXPECT_THAT(error_of(std::string(R"({"messages": )") + messages + "}"),
                HasSubstr("field `messages`: is not a list of messages"));
  }
  for (const char* message :
       {R"({"role": "user"})", R"({"role": "user", "content": 1})", "\"hi\""}) {
    EXPECT_THAT(error_of(std::string(R"({"messages": [)") + message + "]}"),
                HasSubstr("field `messages`: has a message without the texts"));
  }
}

}  // namespace
}  // namespace assay::rows
