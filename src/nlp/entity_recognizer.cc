#include "nlp/entity_recognizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::nlp {
namespace {

// spaCy's numbers; 0 stands for missing annotation and is never predicted.
enum MoveKind { kMissing, kBegin, kIn, kLast, kUnit, kOut };

using Places = std::array<std::ptrdiff_t, 3>;

}  // namespace

struct EntityRecognizer::State {
  std::size_t word = 0;
  bool is_space = false;
  bool is_last = false;               // of the text
  bool next_starts_sentence = false;  // false at the end of the text
  const std::string* open_label = nullptr;
  std::size_t open_begin = 0;

  // The next word, and of an open entity its first word and its last one so far.
  Places places() const {
    const auto next = static_cast<std::ptrdiff_t>(word);
    if (open_label == nullptr) {
      return {next, TransitionNetwork::kNoToken, TransitionNetwork::kNoToken};
    }
    return {next, static_cast<std::ptrdiff_t>(open_begin), next - 1};
  }
};

Result<EntityRecognizer> EntityRecognizer::read(const SpacyConfig& config, const std::string& name,
                                                const std::filesystem::path& folder,
                                                const ThincModel& model, std::size_t token_width) {
  if (const auto greedy = check_greedy(folder / "cfg"); !greedy) {
    return tl::unexpected(greedy.error());
  }
  auto moves = load_moves(folder / "moves");
  if (!moves) return tl::unexpected(moves.error());
  for (const Move& move : *moves) {
    if (move.kind <= kMissing || move.kind > kOut || (move.kind == kOut && !move.label.empty())) {
      return fail(ErrorCode::kUnsupported,
                  fmt::format("the entity recogniser's move {} `{}`", move.kind, move.label));
    }
  }
  auto network = TransitionNetwork::read(config, fmt::format("components.{}.model", name), model,
                                         token_width, std::tuple_size_v<Places>, moves->size());
  if (!network) return tl::unexpected(network.error());
  EntityRecognizer recognizer;
  recognizer.moves_ = *std::move(moves);
  recognizer.network_ = *std::move(network);
  return recognizer;
}

// A move on entities without a label blocks preset annotation, which fresh text does not have.
bool EntityRecognizer::is_allowed(const Move& move, const State& state) const {
  const bool can_continue = !state.is_last && !state.next_starts_sentence;
  if (state.open_label != nullptr) {
    if (move.label.empty() || move.label != *state.open_label) return false;
    return move.kind == kLast || (move.kind == kIn && can_continue);
  }
  if (move.kind == kOut) return true;
  if (move.label.empty() || state.is_space) return false;
  return move.kind == kUnit || (move.kind == kBegin && can_continue);
}

BestAction EntityRecognizer::choose(const State& state, TransitionScratch& scratch) const {
  const Places places = state.places();
  const std::span<const float> scores = network_.score(places, scratch);
  BestAction best;
  for (std::size_t action = 0; action < moves_.size(); ++action) {
    if (is_allowed(moves_[action], state)) best.offer(action, scores[action]);
  }
  return best;
}

void EntityRecognizer::apply(const Move& move, State& state,
                             std::vector<EntitySpan>& entities) const {
  if (move.kind == kBegin) {
    state.open_label = &move.label;
    state.open_begin = state.word;
  } else if (move.kind == kUnit) {
    entities.push_back({state.word, state.word + 1, move.label});
  } else if (move.kind == kLast) {
    entities.push_back({state.open_begin, state.word + 1, move.label});
    state.open_label = nullptr;
  }
}

std::vector<EntitySpan> EntityRecognizer::recognize(std::span<const TokenIds> tokens,
                                                    const std::vector<bool>& sentence_starts,
                                                    const float* vectors,
                                                    TransitionScratch& scratch,
                                                    float& margin) const {
  network_.start(vectors, tokens.size(), scratch);
  std::vector<EntitySpan> entities;
  State state;
  for (; state.word < tokens.size(); ++state.word) {
    state.is_space = tokens[state.word].is_space;
    state.is_last = state.word + 1 == tokens.size();
    state.next_starts_sentence = !state.is_last && sentence_starts[state.word + 1];
    const BestAction best = choose(state, scratch);
    if (!best.found()) break;
    margin = std::min(margin, best.margin());
    apply(moves_[best.action()], state, entities);
  }
  return entities;
}

}  // namespace assay::nlp
