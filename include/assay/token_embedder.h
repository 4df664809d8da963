#pragma once
// States of single tokens, for metrics that match tokens.
//
//   auto embedder = TokenEmbedder::load("roberta-base", /*layer=*/10);
//   std::vector<std::string_view> texts = {"The ferry takes forty minutes."};
//   auto embedded = (*embedder)->embed(texts);
//   const float* first = (*embedded)[0].states.data();  // (*embedder)->dimension() numbers
//
// What assay/model.h says of all models holds here too: folders, windows, threads, the cache.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/model.h"

namespace assay {

// The tokens of one text as the network reads them, special ones included, with their states.
struct TokenStates {
  std::vector<std::int32_t> ids;
  std::vector<bool> is_special;  // as long as ids
  std::vector<float> states;     // ids.size() x dimension()
};

// A text longer than the model takes is read in overlapping windows, and a token's state is that of
// the window in which it stands farthest from the edges; the special tokens are those around the
// first window. White space around a text does not count, and RoBERTa reads it as if a space stood
// before it (as bert-score does).
class TokenEmbedder {
 public:
  // `layer`: 0 for the embeddings, 1 for the first layer and so on; absent: the last. Layers other
  // than the last need weights as safetensors: kInvalidOption where the network is given as a
  // graph, or has fewer layers.
  static Result<std::unique_ptr<TokenEmbedder>> load(const std::filesystem::path& folder,
                                                     std::optional<int> layer = {},
                                                     const ModelOptions& options = {});
  virtual ~TokenEmbedder() = default;
  virtual Result<std::vector<TokenStates>> embed(std::span<const std::string_view> texts) const = 0;
  // The ids of a text's tokens, special ones included, without running the network.
  virtual Result<std::vector<std::int32_t>> token_ids(std::string_view text) const = 0;
  virtual std::size_t dimension() const = 0;
  // Which layer it is; absent where the network is given as a graph, whose layers are not known.
  virtual std::optional<int> layer() const = 0;
  virtual const std::string& fingerprint() const = 0;
  virtual ModelStats stats() const = 0;
};

}  // namespace assay
