#include "llm/jinja_template.h"

#include <algorithm>
#include <exception>

#include "jinja/lexer.h"
#include "jinja/parser.h"
#include "jinja/runtime.h"
#include "jinja/value.h"
#include "llm/template_guard.h"

namespace assay::llm {
namespace {

constexpr std::time_t kSameDate = 1721995200;  // 26 July 2024, noon UTC: the same day everywhere

jinja::value string_value(const std::string& text) {
  return jinja::mk_val<jinja::value_string>(text);
}

// What people have written is marked, so that it can be told from what the template writes.
jinja::value content_value(const std::string& text) {
  return jinja::mk_val<jinja::value_string>(jinja::string(text, true));
}

jinja::value messages_value(std::span<const ChatMessage> messages) {
  auto list = jinja::mk_val<jinja::value_array>();
  for (const ChatMessage& message : messages) {
    auto turn = jinja::mk_val<jinja::value_object>();
    turn->insert("role", string_value(message.role));
    turn->insert("content", content_value(message.content));
    list->push_back(turn);
  }
  return list;
}

std::vector<RenderedPart> parts_of(const jinja::value& rendered) {
  std::vector<RenderedPart> parts;
  const jinja::value_string whole = jinja::runtime::gather_string_parts(rendered);
  for (auto& part : whole->val_str.parts) {
    if (!part.val.empty()) parts.push_back({std::move(part.val), !part.is_input});
  }
  return parts;
}

std::string_view stripped(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// Templates drop the turns that they have no place for. What the model has said before may come
// without its reasoning.
Result<void> check_nothing_lost(std::span<const RenderedPart> parts,
                                std::span<const ChatMessage> messages) {
  for (const ChatMessage& message : messages) {
    const bool found = std::ranges::any_of(parts, [&](const RenderedPart& part) {
      return !part.is_template && part.text.find(stripped(message.content)) != std::string::npos;
    });
    if (found || message.role == "assistant" || stripped(message.content).empty()) continue;
    return fail(ErrorCode::kUnsupported,
                "the model's chat template has no place for the role `" + message.role + "`");
  }
  return {};
}

// The engine says where in the template it was, in several lines, and last what is wrong.
std::string reason_of(const std::exception& error) {
  constexpr std::string_view kMark = "\nError: ";
  const std::string_view text = error.what();
  const std::size_t mark = text.rfind(kMark);
  return std::string(
      stripped(mark == std::string_view::npos ? text : text.substr(mark + kMark.size())));
}

}  // namespace

Result<std::vector<RenderedPart>> render_template(std::string_view source,
                                                  std::span<const ChatMessage> messages,
                                                  const TemplateTokens& tokens) {
  try {
    jinja::lexer lexer;
    const auto lexed = lexer.tokenize(std::string(source));
    check_template_size(lexed);
    jinja::program program = jinja::parse_from_tokens(lexed);
    jinja::context context(lexed.source);
    context.current_time = kSameDate;
    context.set_val("messages", messages_value(messages));
    context.set_val("bos_token", string_value(tokens.begin));
    context.set_val("eos_token", string_value(tokens.end));
    context.set_val("add_generation_prompt", jinja::mk_val<jinja::value_bool>(true));
    limit_template(program, context);
    auto parts = parts_of(jinja::runtime(context).execute(program));
    const auto whole = check_nothing_lost(parts, messages);
    if (!whole) return tl::unexpected(whole.error());
    return parts;
  } catch (const std::exception& error) {
    return fail(ErrorCode::kUnsupported,
                "the model's chat template refuses the conversation: " + reason_of(error),
                "give the turns as the template wants them, or the model's own form of a "
                "conversation as tokens");
  }
}

}  // namespace assay::llm
