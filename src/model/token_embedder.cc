#include "assay/token_embedder.h"

#include <algorithm>
#include <string>

#include "model/row_runner.h"
#include "model/windows.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace assay {
namespace model {
namespace {

// The sequences of one text, and which tokens of the text each stands for.
struct TextRows {
  std::size_t first = 0;  // of all rows
  std::vector<Window> windows;
  std::vector<Window> owned;
};

// Of tokens that two windows share, each takes the half that is nearer to its middle.
std::vector<Window> owned_parts(const std::vector<Window>& windows) {
  std::vector<Window> owned = windows;
  for (std::size_t i = 1; i < windows.size(); ++i) {
    const std::size_t middle = (windows[i].first + windows[i - 1].last) / 2;
    owned[i - 1].last = middle;
    owned[i].first = middle;
  }
  return owned;
}

std::string_view without_space_around(std::string_view text) {
  std::size_t begin = text.size();
  std::size_t end = 0;
  for (std::size_t offset = 0; offset < text.size();) {
    const std::size_t here = offset;
    if (text::is_in(text::next_code_point(text, offset), text::kSpace)) continue;
    begin = std::min(begin, here);
    end = offset;
  }
  return text.substr(std::min(begin, end), end - std::min(begin, end));
}

class StatesOfTokens : public TokenEmbedder {
 public:
  StatesOfTokens(std::unique_ptr<RowRunner> runner, const SequenceLimits& limits,
                 std::optional<int> layer)
      : runner_(std::move(runner)), limits_(limits), layer_(layer) {}

  Result<std::vector<TokenStates>> embed(std::span<const std::string_view> texts) const override;
  Result<std::vector<std::int32_t>> token_ids(std::string_view text) const override;
  std::size_t dimension() const override { return runner_->config().hidden_size; }
  std::optional<int> layer() const override { return layer_; }
  const std::string& fingerprint() const override { return runner_->fingerprint(); }
  ModelStats stats() const override { return runner_->stats(); }

 private:
  Result<Tokens> tokens_of(std::string_view text) const;
  // Appends the tokens of one window that it owns, with the special ones of the first.
  void append(const Encoding& encoding, const std::vector<float>& states, const Window& window,
              const Window& owned, TokenStates& tokens) const;

  std::unique_ptr<RowRunner> runner_;
  SequenceLimits limits_;
  std::optional<int> layer_;
};

void StatesOfTokens::append(const Encoding& encoding, const std::vector<float>& states,
                            const Window& window, const Window& owned, TokenStates& tokens) const {
  std::size_t place = window.first;  // of the next token of the text
  for (std::size_t i = 0; i < encoding.size(); ++i) {
    const bool is_special = encoding.sources[i] == TokenSource::kSpecial;
    const bool wanted = is_special ? window.first == 0 : place >= owned.first && place < owned.last;
    if (!is_special) ++place;
    if (!wanted) continue;
    tokens.ids.push_back(static_cast<std::int32_t>(encoding.ids[i]));
    tokens.is_special.push_back(is_special);
    const auto begin = states.begin() + static_cast<std::ptrdiff_t>(i * dimension());
    tokens.states.insert(tokens.states.end(), begin,
                         begin + static_cast<std::ptrdiff_t>(dimension()));
  }
}

Result<std::vector<TokenStates>> StatesOfTokens::embed(
    std::span<const std::string_view> texts) const {
  std::vector<Row> rows;
  std::vector<Encoding> encodings;
  std::vector<TextRows> of_texts;
  for (const std::string_view text : texts) {
    const auto tokens = tokens_of(text);
    if (!tokens) return tl::unexpected(tokens.error());
    TextRows of_text{rows.size(), plan_pair(0, tokens->size(), limits_).windows, {}};
    for (const Window& window : of_text.windows) {
      encodings.push_back(runner_->tokenizer().assemble(tokens->slice(window.first, window.last)));
      rows.push_back(row_of(encodings.back()));
    }
    of_text.owned = owned_parts(of_text.windows);
    of_texts.push_back(std::move(of_text));
  }
  const auto states = runner_->run(std::move(rows), texts.size());
  if (!states) return tl::unexpected(states.error());
  std::vector<TokenStates> results;
  for (const TextRows& text : of_texts) {
    TokenStates& tokens = results.emplace_back();
    for (std::size_t i = 0; i < text.windows.size(); ++i) {
      append(encodings[text.first + i], (*states)[text.first + i], text.windows[i], text.owned[i],
             tokens);
    }
  }
  return results;
}

// The byte-level tokenizer of RoBERTa tells words behind a space from those at the start of a text.
Result<Tokens> StatesOfTokens::tokens_of(std::string_view text) const {
  const std::string_view trimmed = without_space_around(text);
  if (runner_->config().model_type != "roberta" || trimmed.empty())
    return runner_->tokenizer().tokenize(trimmed);
  return runner_->tokenizer().tokenize(" " + std::string(trimmed));
}

Result<std::vector<std::int32_t>> StatesOfTokens::token_ids(std::string_view text) const {
  const auto tokens = tokens_of(text);
  if (!tokens) return tl::unexpected(tokens.error());
  return row_of(runner_->tokenizer().assemble(tokens->all())).ids;
}

// The number of the last layer, where the layers are known.
std::optional<int> last_layer(const RowRunner& runner) {
  if (runner.weights_kind() != WeightsKind::kSafetensors) return std::nullopt;
  return static_cast<int>(runner.config().num_hidden_layers);
}

}  // namespace
}  // namespace model

Result<std::unique_ptr<TokenEmbedder>> TokenEmbedder::load(const std::filesystem::path& folder,
                                                           std::optional<int> layer,
                                                           const ModelOptions& options) {
  if (layer.value_or(0) < 0) {
    return fail(ErrorCode::kInvalidOption, "the layer is " + std::to_string(*layer),
                "give 0 for the embeddings, or the number of a layer");
  }
  std::optional<std::size_t> wanted;
  if (layer) wanted = static_cast<std::size_t>(*layer);
  auto runner = model::RowRunner::load(folder, model::Head::kTokens, options, wanted);
  if (!runner) return tl::unexpected(runner.error());
  if ((*runner)->config().hidden_size == 0) {
    return fail(ErrorCode::kUnsupported, (*runner)->config_file() + " gives no hidden_size",
                "write the width of the network's layers there");
  }
  const auto limits = model::sequence_limits(**runner, (*runner)->tokenizer().specials_of_single());
  if (!limits) return tl::unexpected(limits.error());
  const auto number = layer ? layer : model::last_layer(**runner);
  return std::make_unique<model::StatesOfTokens>(std::move(*runner), *limits, number);
}

}  // namespace assay
