#include "llm/chat_template.h"

#include <exception>
#include <string>
#include <string_view>

namespace assay::llm {
namespace {

// Stands for the content of a message while the template is applied.
std::string placeholder(std::size_t message) {
  return "@@" + std::to_string(message) + "@@";
}

Result<std::string> render(const char* source, std::span<const ChatMessage> messages) {
  std::vector<std::string> contents;
  for (std::size_t i = 0; i < messages.size(); ++i) contents.push_back(placeholder(i));
  std::vector<llama_chat_message> turns;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    turns.push_back({messages[i].role.c_str(), contents[i].c_str()});
  }
  std::string text(1024 + 256 * messages.size(), '\0');
  try {
    const auto write = [&] {
      return llama_chat_apply_template(source, turns.data(), turns.size(), true, text.data(),
                                       static_cast<std::int32_t>(text.size()));
    };
    std::int32_t written = write();
    if (written > static_cast<std::int32_t>(text.size())) {
      text.resize(static_cast<std::size_t>(written));
      written = write();
    }
    if (written >= 0) {
      text.resize(static_cast<std::size_t>(written));
      return text;
    }
  } catch (const std::exception&) {  // as if it were not known
  }
  return fail(ErrorCode::kUnsupported, "the model's chat template is not one that is known",
              "give the model's own form of a conversation as tokens");
}

// Would some of it be read as a special token where those are looked for?
bool spells_mark(const Vocabulary& vocabulary, std::string_view text) {
  const auto plain = vocabulary.tokenize(text, false, false);
  const auto marked = vocabulary.tokenize(text, false, true);
  return !plain || !marked || *plain != *marked;
}

struct Part {
  std::string_view text;
  bool is_template = false;
};

// The rendered template cut at its placeholders, which make room for the contents.
Result<std::vector<Part>> parts_of(std::string_view text, std::span<const ChatMessage> messages) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::string mark = placeholder(i);
    const std::size_t place = text.find(mark);
    if (place == std::string_view::npos) {
      return fail(ErrorCode::kUnsupported,
                  "the model's chat template has no place for the role `" + messages[i].role + "`");
    }
    parts.push_back({text.substr(0, place), true});
    parts.push_back({messages[i].content, false});
    text.remove_prefix(place + mark.size());
  }
  parts.push_back({text, true});
  return parts;
}

// In one piece, as the model has learnt it, unless a content spells a mark: then part by part.
Result<std::vector<TokenId>> tokenize(const Vocabulary& vocabulary, std::span<const Part> parts) {
  std::string whole;
  bool apart = false;
  for (const Part& part : parts) {
    whole += part.text;
    apart = apart || (!part.is_template && spells_mark(vocabulary, part.text));
  }
  if (!apart) return vocabulary.tokenize(whole, true, true);
  std::vector<TokenId> tokens;
  for (const Part& part : parts) {
    if (part.text.empty()) continue;
    const auto made = vocabulary.tokenize(part.text, tokens.empty(), part.is_template);
    if (!made) return made;
    tokens.insert(tokens.end(), made->begin(), made->end());
  }
  return tokens;
}

}  // namespace

Result<std::vector<TokenId>> apply_chat_template(const LanguageModel& model,
                                                 std::span<const ChatMessage> messages) {
  const char* source = llama_model_chat_template(model.model.get(), nullptr);
  if (source == nullptr) {
    return fail(ErrorCode::kUnsupported, "the model has no chat template",
                "give a prompt as text, or a model that is made for conversations");
  }
  const auto text = render(source, messages);
  if (!text) return tl::unexpected(text.error());
  const auto parts = parts_of(*text, messages);
  if (!parts) return tl::unexpected(parts.error());
  return tokenize(model.vocabulary, *parts);
}

}  // namespace assay::llm
