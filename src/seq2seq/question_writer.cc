#include "seq2seq/question_writer.h"

#include <algorithm>
#include <cmath>

namespace assay::seq2seq {
namespace {

using llm::ScoredToken;

// The likeliest `count` tokens; of equal ones the smaller.
std::vector<ScoredToken> likeliest(std::span<const float> probabilities, std::size_t count) {
  struct Found {
    float probability;
    TokenId token;
  };
  const auto better = [](const Found& a, const Found& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.token < b.token;
  };
  std::vector<Found> best;  // a heap with the worst on top
  for (std::size_t token = 0; token < probabilities.size(); ++token) {
    const Found found{probabilities[token], static_cast<TokenId>(token)};
    if (found.probability <= 0) continue;
    if (best.size() == count) {
      if (!better(found, best.front())) continue;
      std::pop_heap(best.begin(), best.end(), better);
      best.pop_back();
    }
    best.push_back(found);
    std::push_heap(best.begin(), best.end(), better);
  }
  std::vector<ScoredToken> scored;
  scored.reserve(best.size());
  for (const Found& found : best) {
    scored.push_back({found.token, std::log(static_cast<double>(found.probability))});
  }
  return scored;
}

// The searches of all sources, step by step together.
class Writing {
 public:
  Writing(const Network& network, const EncodedSources& sources, const WritingTokens& tokens,
          const GenerationOptions& options, NetworkSpace& space)
      : network_(network), tokens_(tokens), decoding_(network, sources, space) {
    const std::size_t count = sources.begins.size() - 1;
    places_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      searches_.emplace_back(options, llm::BeamTask{{}, {tokens.end}, network.most_written()});
    }
  }

  void run() {
    while (line_up()) {
      decoding_.step(hypotheses_, probabilities_);
      for (std::size_t i = 0; i < searches_.size(); ++i) {
        if (!searches_[i].done()) advance(i);
      }
      first_ = false;
    }
  }

  std::vector<std::vector<llm::FinishedBeam>> finish() const {
    std::vector<std::vector<llm::FinishedBeam>> all;
    for (const llm::BeamSearch& search : searches_) all.push_back(search.finish());
    return all;
  }

 private:
  // Where the hypotheses of a source stand in a step.
  struct Place {
    std::size_t begin = 0;
    std::size_t count = 0;
  };

  // All beams of the first step are the same one.
  bool line_up() {
    hypotheses_.clear();
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      if (searches_[i].done()) continue;
      const std::size_t before = places_[i].begin;
      places_[i].begin = hypotheses_.size();
      for (const llm::Beam& beam : searches_[i].beams()) {
        if (first_) {
          hypotheses_.push_back({i, 0, tokens_.begin});
          break;
        }
        hypotheses_.push_back({i, before + (second_ ? 0 : beam.parent), beam.tokens.back()});
      }
      places_[i].count = hypotheses_.size() - places_[i].begin;
    }
    second_ = first_;
    return !hypotheses_.empty();
  }

  void advance(std::size_t source) {
    llm::BeamSearch& search = searches_[source];
    const Place& place = places_[source];
    std::vector<std::vector<ScoredToken>> rows;
    for (std::size_t beam = 0; beam < search.beams().size(); ++beam) {
      if (beam >= place.count) {
        rows.push_back(rows.front());
        continue;
      }
      const auto all =
          std::span<const float>(probabilities_)
              .subspan((place.begin + beam) * network_.vocabulary(), network_.vocabulary());
      rows.push_back(likeliest(all, search.candidates_wanted()));
    }
    search.advance(rows);
  }

  const Network& network_;
  WritingTokens tokens_;
  Decoding decoding_;
  std::vector<llm::BeamSearch> searches_;
  std::vector<Place> places_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<float> probabilities_;
  bool first_ = true;
  bool second_ = false;  // the step before had one hypothesis a source
};

}  // namespace

std::vector<std::vector<llm::FinishedBeam>> write_questions(const Network& network,
                                                            std::span<const model::Row* const> rows,
                                                            const WritingTokens& tokens,
                                                            const GenerationOptions& options,
                                                            NetworkSpace& space) {
  const EncodedSources sources = network.encode(rows, space);
  Writing writing(network, sources, tokens, options, space);
  writing.run();
  return writing.finish();
}

}  // namespace assay::seq2seq
