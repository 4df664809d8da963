#include "metrics/q2/phrase.h"

#include <cctype>

namespace assay::q2 {
namespace {

bool touches(const DependencyTree& tree, std::size_t left, std::size_t right) {
  return right == left + 1 && tree.token(left).span.byte_end == tree.token(right).span.byte_start;
}

bool starts_upper_then_lower(std::string_view text) {
  return !text.empty() && std::isupper(static_cast<unsigned char>(text[0])) != 0 &&
         (text.size() == 1 || std::islower(static_cast<unsigned char>(text[1])) != 0);
}

}  // namespace

Phrase& Phrase::add(std::size_t token) {
  if (tree_->token(token).is_space) return *this;
  pieces_.emplace_back(token);
  return *this;
}

Phrase& Phrase::add(const std::vector<std::size_t>& tokens) {
  for (std::size_t token : tokens) add(token);
  return *this;
}

Phrase& Phrase::add(std::string words) {
  if (!words.empty()) pieces_.emplace_back(std::move(words));
  return *this;
}

std::string Phrase::word(std::size_t i) const {
  const nlp::Token& token = tree_->token(i);
  std::string text(token.text);
  const bool name = one_of(token.tag, {"NNP", "NNPS"}) || text == "I";
  if (token.sent_start && !name && starts_upper_then_lower(text)) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

std::string Phrase::as_question() const {
  std::string text;
  const std::size_t* previous = nullptr;
  for (const auto& piece : pieces_) {
    const std::size_t* token = std::get_if<std::size_t>(&piece);
    const bool joined = previous && token && touches(*tree_, *previous, *token);
    if (!text.empty() && !joined) text += ' ';
    text += token ? word(*token) : std::get<std::string>(piece);
    previous = token;
  }
  if (text.empty()) return text;
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + "?";
}

}  // namespace assay::q2
