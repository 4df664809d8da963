#include "nlp/neural.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>

#include "nlp/networks.h"

namespace assay::nlp {
namespace {

// The working memory of one call.
struct Scratch {
  std::vector<Tok2VecScratch> encoders;
  std::vector<const float*> vectors;  // of each encoder
  std::vector<float> tag_scores;
  ParserScratch parser;
  TransitionScratch recognizer;
};

// Lends working memory to the calls that run at the same time.
class ScratchPool {
 public:
  std::unique_ptr<Scratch> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<Scratch>();
    std::unique_ptr<Scratch> scratch = std::move(free_.back());
    free_.pop_back();
    return scratch;
  }

  void give_back(std::unique_ptr<Scratch> scratch) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

class SpacyNetworks final : public NeuralModel {
 public:
  explicit SpacyNetworks(Networks networks) : networks_(std::move(networks)) {}

  Annotations annotate(std::span<const TokenIds> tokens) const override {
    Annotations result;
    if (tokens.empty()) return result;
    std::unique_ptr<Scratch> scratch = scratch_.take();
    encode(tokens, *scratch);
    result.smallest_margin = std::numeric_limits<float>::infinity();
    result.tags = networks_.tagger.tag(scratch->vectors[networks_.tagger_encoder], tokens.size(),
                                       scratch->tag_scores, result.smallest_margin);
    parse(tokens, *scratch, result);
    recognize(tokens, *scratch, result);
    // Memory that a long text needed is not kept for the short ones that follow.
    constexpr std::size_t kLongText = 4096;
    if (tokens.size() <= kLongText) scratch_.give_back(std::move(scratch));
    return result;
  }

 private:
  void encode(std::span<const TokenIds> tokens, Scratch& scratch) const {
    scratch.encoders.resize(networks_.encoders.size());
    scratch.vectors.resize(networks_.encoders.size());
    for (std::size_t i = 0; i < networks_.encoders.size(); ++i) {
      scratch.vectors[i] = networks_.encoders[i]->encode(tokens, scratch.encoders[i]);
    }
  }

  void parse(std::span<const TokenIds> tokens, Scratch& scratch, Annotations& result) const {
    DependencyTree tree = networks_.parser.parse(tokens, scratch.vectors[networks_.parser_encoder],
                                                 scratch.parser, result.smallest_margin);
    result.deps.reserve(tokens.size());
    for (const std::size_t label : tree.labels) {
      result.deps.push_back(networks_.parser.labels().name(label));
    }
    result.heads = std::move(tree.heads);
    result.sentence_starts = std::move(tree.sentence_starts);
  }

  void recognize(std::span<const TokenIds> tokens, Scratch& scratch, Annotations& result) const {
    const std::vector<bool> no_sentences(networks_.parser_runs_first ? 0 : tokens.size());
    result.entities = networks_.recognizer.recognize(
        tokens, networks_.parser_runs_first ? result.sentence_starts : no_sentences,
        scratch.vectors[networks_.recognizer_encoder], scratch.recognizer, result.smallest_margin);
  }

  Networks networks_;
  mutable ScratchPool scratch_;
};

}  // namespace

Result<std::unique_ptr<NeuralModel>> NeuralModel::load(const std::filesystem::path& folder) {
  auto networks = Networks::load(folder);
  if (!networks) return tl::unexpected(networks.error());
  return std::make_unique<SpacyNetworks>(*std::move(networks));
}

}  // namespace assay::nlp
