#include "llm/chat_template.h"

#include <string>
#include <string_view>

#include "llm/jinja_template.h"
#include "llm/prompt_reader.h"

namespace assay::llm {
namespace {

std::string spelling(const LanguageModel& model, llama_token token) {
  const llama_vocab* vocab = llama_model_get_vocab(model.model.get());
  const char* text = token == LLAMA_TOKEN_NULL ? nullptr : llama_vocab_get_text(vocab, token);
  return text == nullptr ? "" : text;
}

TemplateTokens template_tokens(const LanguageModel& model) {
  const llama_vocab* vocab = llama_model_get_vocab(model.model.get());
  return {spelling(model, llama_vocab_bos(vocab)), spelling(model, llama_vocab_eos(vocab))};
}

// Would some of it be read as a special token where those are looked for?
bool spells_mark(const Vocabulary& vocabulary, std::string_view text) {
  const auto plain = vocabulary.tokenize(text, false, false);
  const auto marked = vocabulary.tokenize(text, false, true);
  return !plain || !marked || *plain != *marked;
}

// In one piece, as the model has learnt it, unless a content spells a mark: then part by part.
Result<std::vector<TokenId>> tokenize(const Vocabulary& vocabulary,
                                      std::span<const RenderedPart> parts) {
  std::string whole;
  bool apart = false;
  for (const RenderedPart& part : parts) {
    whole += part.text;
    apart = apart || (!part.is_template && spells_mark(vocabulary, part.text));
  }
  if (!apart) return vocabulary.tokenize(whole, true, true);
  std::vector<TokenId> tokens;
  for (const RenderedPart& part : parts) {
    const auto made = vocabulary.tokenize(part.text, tokens.empty(), part.is_template);
    if (!made) return made;
    tokens.insert(tokens.end(), made->begin(), made->end());
  }
  return tokens;
}

// Where the template writes the token that a text begins with, the tokenizer need not.
void drop_written_begin(const LanguageModel& model, std::vector<RenderedPart>& parts) {
  const llama_vocab* vocab = llama_model_get_vocab(model.model.get());
  const std::string begin = spelling(model, llama_vocab_bos(vocab));
  if (!llama_vocab_get_add_bos(vocab) || begin.empty() || parts.empty()) return;
  if (parts[0].is_template && parts[0].text.starts_with(begin))
    parts[0].text.erase(0, begin.size());
}

}  // namespace

Result<std::vector<TokenId>> apply_chat_template(const LanguageModel& model,
                                                 std::span<const ChatMessage> messages,
                                                 std::size_t most) {
  const char* source = llama_model_chat_template(model.model.get(), nullptr);
  if (source == nullptr) {
    return fail(ErrorCode::kUnsupported, "the model has no chat template",
                "give a prompt as text, or a model that is made for conversations");
  }
  auto parts = render_template(source, messages, template_tokens(model));
  if (!parts) return tl::unexpected(parts.error());
  drop_written_begin(model, *parts);
  std::string whole;
  for (const RenderedPart& part : *parts) whole += part.text;
  if (auto fits = check_not_too_long(model.vocabulary, whole, most); !fits) {
    return tl::unexpected(fits.error());
  }
  return tokenize(model.vocabulary, *parts);
}

}  // namespace assay::llm
