#include "nlp/dependency_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "nlp/best_action.h"

namespace assay::nlp {
namespace {

// spaCy's numbers.
enum MoveKind { kShift, kReduce, kLeft, kRight, kBreak };

using Places = std::array<std::ptrdiff_t, 8>;

// The words that the network reads of a state.
Places places_of(const ParserState& state) {
  const std::ptrdiff_t next = state.buffer(0);
  const std::ptrdiff_t top = state.stack(0);
  return {next,
          state.buffer(1),
          top,
          state.stack(1),
          state.stack(2),
          state.last_left_child(next),
          state.last_left_child(top),
          state.last_right_child(top)};
}

DependencyTree tree_of(const ParserState& state, std::size_t words, std::size_t root_label) {
  DependencyTree tree;
  tree.heads.resize(words);
  tree.labels.resize(words);
  for (std::size_t word = 0; word < words; ++word) {
    const std::ptrdiff_t head = state.head(word);
    const bool is_root = head == ParserState::kNone;
    tree.heads[word] = is_root ? word : static_cast<std::size_t>(head);
    tree.labels[word] = is_root ? root_label : state.label(word);
  }
  return tree;
}

}  // namespace

Result<DependencyParser> DependencyParser::read(const SpacyConfig& config, const std::string& name,
                                                const std::filesystem::path& folder,
                                                const ThincModel& model, std::size_t token_width) {
  if (const auto greedy = check_greedy(folder / "cfg"); !greedy) {
    return tl::unexpected(greedy.error());
  }
  const auto moves = load_moves(folder / "moves");
  if (!moves) return tl::unexpected(moves.error());
  DependencyParser parser;
  if (const auto added = parser.add_moves(*moves); !added) return tl::unexpected(added.error());
  auto network = TransitionNetwork::read(config, fmt::format("components.{}.model", name), model,
                                         token_width, std::tuple_size_v<Places>, moves->size());
  if (!network) return tl::unexpected(network.error());
  parser.network_ = *std::move(network);
  return parser;
}

Result<void> DependencyParser::add_moves(const std::vector<Move>& moves) {
  const auto root = labels_.add("ROOT");
  if (!root) return tl::unexpected(root.error());
  root_label_ = *root;
  for (const Move& move : moves) {
    if (move.kind > kBreak) {
      return fail(ErrorCode::kUnsupported, fmt::format("the parser's move {}", move.kind));
    }
    const auto label = labels_.add(move.label);
    if (!label) return tl::unexpected(label.error());
    const std::size_t action = kinds_.size();
    if (kinds_.empty() || kinds_.back() != move.kind) runs_.push_back({move.kind, action, action});
    runs_.back().end = action + 1;
    kinds_.push_back(move.kind);
    labels_of_actions_.push_back(*label);
  }
  return {};
}

bool DependencyParser::is_allowed(int kind, const ParserState& state) const {
  switch (kind) {
    case kShift:
      return state.can_shift();
    case kReduce:
      return state.can_reduce();
    case kLeft:
    case kRight:
      return state.can_attach();
    default:
      return state.can_break();
  }
}

void DependencyParser::apply(std::size_t action, ParserState& state) const {
  switch (kinds_[action]) {
    case kShift:
      return state.shift();
    case kReduce:
      return state.reduce();
    case kLeft:
      return state.attach_left(labels_of_actions_[action]);
    case kRight:
      return state.attach_right(labels_of_actions_[action]);
    default:
      return state.break_sentence();
  }
}

void DependencyParser::step(ParserScratch& scratch, float& margin) const {
  const Places places = places_of(scratch.state);
  const std::span<const float> scores = network_.score(places, scratch.network);
  BestAction best;
  for (const Run& run : runs_) {
    if (is_allowed(run.kind, scratch.state)) best.offer_range(scores, run.begin, run.end);
  }
  if (!best.found()) return scratch.state.give_up();
  margin = std::min(margin, best.margin());
  apply(best.action(), scratch.state);
}

DependencyTree DependencyParser::parse(std::span<const TokenIds> tokens, const float* vectors,
                                       ParserScratch& scratch, float& margin) const {
  network_.start(vectors, tokens.size(), scratch.network);
  scratch.state.start(tokens.size());
  while (!scratch.state.is_final()) step(scratch, margin);
  DependencyTree tree = tree_of(scratch.state, tokens.size(), root_label_);
  std::vector<bool> is_space(tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) is_space[i] = tokens[i].is_space;
  finish_tree(tree, labels_, is_space);
  return tree;
}

}  // namespace assay::nlp
