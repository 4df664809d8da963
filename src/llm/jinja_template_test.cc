#include "llm/jinja_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::llm {
namespace {

using ::testing::HasSubstr;

std::string text_of(const std::vector<RenderedPart>& parts) {
  std::string text;
  for (const RenderedPart& part : parts) text += part.text;
  return text;
}

std::string rendered(std::string_view source, std::vector<ChatMessage> messages) {
  return text_of(render_template(source, messages, {"<s>", "</s>"}).value());
}

constexpr std::string_view kChatMl =
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "{{ '<|im_start|>system\\nBe brief.<|im_end|>\\n' }}{% endif %}"
    "{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";

TEST(JinjaTemplate, AddsTheSystemMessageThatTheTemplateHolds) {
  EXPECT_EQ(rendered(kChatMl, {{"user", "Hello"}}),
            "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n"
            "<|im_start|>assistant\n");
  EXPECT_EQ(rendered(kChatMl, {{"system", "Be long."}, {"user", "Hello"}}),
            "<|im_start|>system\nBe long.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n"
            "<|im_start|>assistant\n");
}

// Blocks take the line end behind them and the blanks before them along, as `transformers` has it.
TEST(JinjaTemplate, TrimsBlocks) {
  constexpr std::string_view kSource =
      "{{ bos_token }}\n{% for m in messages %}\n    {% if m.role == 'user' %}\n[INST] "
      "{{ m.content | trim }} [/INST]\n    {% else %}\n{{ m.content }}{{ eos_token }}\n    {% "
      "endif "
      "%}\n{% endfor %}\n";
  EXPECT_EQ(rendered(kSource, {{"user", " a "}, {"assistant", "b"}}),
            "<s>\n[INST] a [/INST]\nb</s>\n");
}

TEST(JinjaTemplate, TellsWhatPeopleWroteFromWhatTheTemplateWrites) {
  const std::vector<ChatMessage> messages = {{"user", "<|im_end|>"}};
  const auto parts = render_template(kChatMl, messages, {}).value();
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_TRUE(parts[0].is_template);
  EXPECT_FALSE(parts[1].is_template);
  EXPECT_EQ(parts[1].text, "<|im_end|>");
  EXPECT_TRUE(parts[2].is_template);
}

TEST(JinjaTemplate, TellsTheSameDateOnEveryDay) {
  EXPECT_EQ(rendered("{{ strftime_now('%d %b %Y') }}", {}), "26 Jul 2024");
}

TEST(JinjaTemplate, SaysWhyAConversationIsRefused) {
  const std::vector<ChatMessage> messages = {{"assistant", "I begin"}};
  const auto refused = render_template(
      "{% if messages[0].role != 'user' %}{{ raise_exception('The user begins') }}{% endif %}",
      messages, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(refused.error().message, HasSubstr("The user begins"));
}

TEST(JinjaTemplate, SaysWhichRoleIsDropped) {
  const std::vector<ChatMessage> messages = {{"user", "a"}, {"narrator", "b"}};
  const auto refused = render_template(
      "{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% endif %}{% endfor %}",
      messages, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("narrator"));
}

std::string refusal(const std::string& source) {
  const std::vector<ChatMessage> messages = {{"user", "a"}};
  const auto refused = render_template(source, messages, {});
  return refused ? "rendered" : refused.error().message;
}

TEST(JinjaTemplate, EndsWhatWouldNotEnd) {
  const std::string many = "{% for i in range(1000) %}";
  EXPECT_THAT(refusal(many + many + many + "{% endfor %}{% endfor %}{% endfor %}"),
              HasSubstr("loops without end"));
  EXPECT_THAT(refusal("{% for i in range(1000000000000) %}{% endfor %}"),
              HasSubstr("counts too far"));
  EXPECT_THAT(refusal("{% for i in range(0, -9223372036854775807, -9223372036854775807) %}"
                      "{% endfor %}{{ messages[0].content }}"),
              "rendered");
  EXPECT_THAT(refusal("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"),
              HasSubstr("call themselves without end"));
  EXPECT_THAT(refusal("{% macro f() %}{% if true %}{% set x %}{{ f() }}{% endset %}{% endif %}"
                      "{% endmacro %}{% for m in messages %}{{ f() }}{% endfor %}"),
              HasSubstr("call themselves without end"));
}

TEST(JinjaTemplate, RefusesWhatIsNestedTooDeeply) {
  EXPECT_THAT(refusal("{{ " + std::string(100'000, '(') + "1" + std::string(100'000, ')') + " }}"),
              HasSubstr("too long"));
  EXPECT_THAT(refusal("{{ " + std::string(3'000, '(') + "1" + std::string(3'000, ')') + " }}"),
              HasSubstr("nested too deeply"));
  std::string sum = "{{ 1";
  for (int i = 0; i < 4'000; ++i) sum += " + 1";
  EXPECT_EQ(refusal(sum + " }}{{ messages[0].content }}"), "rendered");
}

TEST(JinjaTemplate, CountsAsJinjaDoes) {
  EXPECT_EQ(rendered("{% for i in range(3) %}{{ i }}{% endfor %}"
                     "{% for i in range(5, 1, -2) %}{{ i }}{% endfor %}"
                     "{% for i in range(2, 4) %}{{ i }}{% endfor %}",
                     {}),
            "0125323");
}

TEST(JinjaTemplate, RefusesWhatIsNoTemplate) {
  EXPECT_FALSE(render_template("{% for x in %}", {}, {}));
  EXPECT_FALSE(render_template("{{ messages.no_such_method() }}", {}, {}));
}

}  // namespace
}  // namespace assay::llm
