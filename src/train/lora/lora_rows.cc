#include "train/lora/lora_rows.h"

#include <limits>
#include <optional>

#include "llm/chat_template.h"
#include "rows/prompt_row.h"
#include "rows/row_reading.h"
#include "train/lora/answer_token.h"

namespace assay::train {
namespace {

using Tokens = std::vector<TokenId>;

// Rows that are too long are counted, whatever their length.
constexpr std::size_t kMostTokens = std::numeric_limits<std::size_t>::max();

struct Parsed {
  std::string source;
  float weight = 1;
  Tokens prompt;
  Tokens answer;  // with the token that ends it
  std::optional<Error> error;
};

Result<TokenId> end_of_turn(const llm::Vocabulary& vocabulary) {
  for (const TokenId token :
       {llama_vocab_eot(vocabulary.get()), llama_vocab_eos(vocabulary.get())}) {
    if (vocabulary.has(token)) return token;
  }
  return fail(ErrorCode::kUnsupported, "the model has no token that ends a text");
}

Result<Tokens> tokens_of(const rows::Asked& asked, const llm::LanguageModel& model, bool raw) {
  if (const auto* conversation = std::get_if<Conversation>(&asked)) {
    return llm::apply_chat_template(model, *conversation, kMostTokens);
  }
  const auto& prompt = std::get<std::string>(asked);
  if (raw) return model.vocabulary.tokenize(prompt, /*specials=*/true, /*marked=*/false);
  const ChatMessage message{"user", prompt};
  return llm::apply_chat_template(model, {&message, 1}, kMostTokens);
}

Result<void> tokenize(const rows::Asked& asked, const std::string& answer,
                      const llm::LanguageModel& model, bool raw, Parsed& parsed) {
  auto prompt = tokens_of(asked, model, raw);
  if (!prompt) return tl::unexpected(prompt.error());
  auto tokens = model.vocabulary.tokenize(answer, /*specials=*/false, /*marked=*/false);
  if (!tokens) return tl::unexpected(tokens.error());
  const auto end = end_of_turn(model.vocabulary);
  if (!end) return tl::unexpected(end.error());
  tokens->push_back(*end);
  parsed.prompt = std::move(*prompt);
  parsed.answer = std::move(*tokens);
  return {};
}

Parsed parse(const rows::JsonlLine& line, const std::string& file, const std::string& source,
             const llm::LanguageModel& model, bool raw) {
  rows::RowFields fields(line, file);
  Parsed parsed;
  const rows::Asked asked = rows::read_asked(fields);
  const std::string answer = fields.text("answer");
  parsed.source = fields.text_or("source", source);
  parsed.weight = fields.weight();
  if (raw && std::holds_alternative<Conversation>(asked)) {
    fields.blame("messages", "need the chat template, which --raw leaves out", "give a `prompt`");
  }
  if (!fields.error()) {
    const auto done = tokenize(asked, answer, model, raw, parsed);
    if (!done) fields.blame("", done.error().message, done.error().hint);
  }
  parsed.error = fields.error();
  return parsed;
}

void append(const Parsed& parsed, std::size_t max_length, LoraRows& rows) {
  if (parsed.prompt.size() + parsed.answer.size() > max_length) {
    ++rows.too_long;
    return;
  }
  std::vector<std::uint32_t> ids;
  for (const Tokens* part : {&parsed.prompt, &parsed.answer}) {
    for (const TokenId token : *part) ids.push_back(static_cast<std::uint32_t>(token));
  }
  std::vector<std::uint32_t> types(ids.size(), 0);
  std::fill(types.begin() + static_cast<std::ptrdiff_t>(parsed.prompt.size()), types.end(),
            kAnswerToken);
  rows.tokens.add(ids, types);
  rows.weights.push_back(parsed.weight);
  rows.origins.add(parsed.source);
}

}  // namespace

void LoraRows::keep(const std::vector<std::size_t>& rows) {
  tokens.keep(rows);
  std::vector<float> kept;
  for (const std::size_t row : rows) kept.push_back(weights[row]);
  weights = std::move(kept);
  origins.keep(rows);
}

Result<void> read_lora_rows(const std::filesystem::path& file, const llm::LanguageModel& model,
                            const LoraReading& reading, LoraRows& rows) {
  const std::string source = rows::source_of_file(file);
  return rows::read_rows<Parsed>(
      file, reading.threads,
      [&](const rows::JsonlLine& line, const std::string& name) {
        return parse(line, name, source, model, reading.raw);
      },
      [&](const Parsed& parsed) { append(parsed, reading.max_length, rows); });
}

}  // namespace assay::train
