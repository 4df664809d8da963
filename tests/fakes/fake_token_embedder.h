#pragma once
// States of tokens that a test can foresee: words between spaces, a special token before and
// behind. Different words stand at right angles, the special token between all of them.

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "assay/token_embedder.h"

namespace assay::testing {

class FakeTokenEmbedder final : public TokenEmbedder {
 public:
  static constexpr std::size_t kWords = 16;   // that can be told apart
  static constexpr double kToSpecial = 0.25;  // cosine of a word and the special token

  Result<std::vector<TokenStates>> embed(std::span<const std::string_view> texts) const override {
    std::vector<TokenStates> all;
    for (const std::string_view text : texts) {
      TokenStates& tokens = all.emplace_back();
      const auto ids = token_ids(text);
      for (const std::int32_t id : *ids) {
        tokens.ids.push_back(id);
        tokens.is_special.push_back(id == 0);
        for (std::size_t d = 0; d < kWords; ++d)
          tokens.states.push_back(id == 0 ? 2.0F : static_cast<std::size_t>(id) == d + 1 ? 3 : 0);
      }
    }
    return all;
  }
  Result<std::vector<std::int32_t>> token_ids(std::string_view text) const override {
    std::vector<std::int32_t> ids = {0};
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      const std::string word(text.substr(begin, end - begin));
      const auto next = static_cast<std::int32_t>(words_.size()) + 1;
      if (!word.empty()) ids.push_back(words_.try_emplace(word, next).first->second);
      begin = end + 1;
    }
    ids.push_back(0);
    return ids;
  }
  std::size_t dimension() const override { return kWords; }
  std::optional<int> layer() const override { return 2; }
  const std::string& fingerprint() const override { return fingerprint_; }
  ModelStats stats() const override { return {}; }

 private:
  mutable std::map<std::string, std::int32_t> words_;
  std::string fingerprint_ = "fake-token-embedder";
};

}  // namespace assay::testing
