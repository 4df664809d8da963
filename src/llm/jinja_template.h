#pragma once
// The chat template inside a model's file, rendered by llama.cpp's Jinja engine.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/generate.h"

namespace assay::llm {

// A stretch of a rendered conversation: written by the template, or by those who take part in it.
struct RenderedPart {
  std::string text;
  bool is_template = false;
};

// What a template may ask for besides the conversation: the spelling of two special tokens.
struct TemplateTokens {
  std::string begin;
  std::string end;
};

// With the beginning of the model's own turn at the end. A template that asks for the date is told
// 26 July 2024, the one that templates of this kind fall back to: the same conversation is the same
// text on every day. `unsupported` where the template cannot be read, or refuses the conversation
// (roles that it does not know, turns that do not alternate), with its reason, or drops one of its
// turns.
Result<std::vector<RenderedPart>> render_template(std::string_view source,
                                                  std::span<const ChatMessage> messages,
                                                  const TemplateTokens& tokens);

}  // namespace assay::llm
