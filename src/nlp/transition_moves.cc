#include "nlp/transition_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/parse_json.h"
#include "nlp/msgpack_reader.h"

namespace assay::nlp {
namespace {

using LabelCounts = std::vector<std::pair<std::int64_t, std::string>>;

tl::unexpected<Error> corrupt(std::string message) {
  return fail(ErrorCode::kCorrupt, "moves: " + std::move(message));
}

Result<nlohmann::json> read_json(std::string_view bytes) {
  const auto parsed = parse_msgpack(bytes);
  if (!parsed) return tl::unexpected(parsed.error());
  const msgpack::object* moves = find_key(parsed->get(), "moves");
  const auto text = moves == nullptr ? std::nullopt : as_text(*moves);
  if (!text) return corrupt("no `moves`");
  nlohmann::json json = base::parse_json(*text);
  if (!json.is_object()) return corrupt("not a JSON object");
  return json;
}

// Most frequent first; of equally frequent labels the one that sorts last.
Result<LabelCounts> read_counts(const nlohmann::json& labels) {
  if (!labels.is_object()) return corrupt("the labels of a move are not an object");
  LabelCounts counts;
  for (const auto& [label, count] : labels.items()) {
    if (!count.is_number_integer()) return corrupt("a count is not a whole number");
    counts.emplace_back(count.get<std::int64_t>(), label);
  }
  std::ranges::sort(counts, std::greater<>());
  return counts;
}

Result<int> read_kind(std::string_view text) {
  int kind = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), kind);
  if (error != std::errc() || end != text.data() + text.size() || kind < 0) {
    return corrupt(fmt::format("`{}` is not the number of a move", text));
  }
  return kind;
}

// spaCy adds a move once, however often it is listed.
void add(std::vector<Move>& moves, Move move) {
  if (std::ranges::find(moves, move) == moves.end()) moves.push_back(std::move(move));
}

}  // namespace

Result<std::vector<Move>> parse_moves(std::string_view bytes) {
  const auto json = read_json(bytes);
  if (!json) return tl::unexpected(json.error());
  std::vector<Move> moves;
  // Labels that were added after training have negative counts and come last, for all moves.
  LabelCounts added;
  std::map<std::string, std::vector<int>> kinds_of_added;
  for (const auto& [kind_text, labels] : json->items()) {
    const auto kind = read_kind(kind_text);
    if (!kind) return tl::unexpected(kind.error());
    const auto counts = read_counts(labels);
    if (!counts) return tl::unexpected(counts.error());
    for (const auto& [count, label] : *counts) {
      if (count >= 0) {
        add(moves, {*kind, label});
      } else {
        added.emplace_back(count, label);
        kinds_of_added[label].push_back(*kind);
      }
    }
  }
  std::ranges::sort(added, std::greater<>());
  for (const auto& [count, label] : added) {
    for (const int kind : kinds_of_added[label]) add(moves, {kind, label});
  }
  if (moves.empty()) return corrupt("there is no move");
  return moves;
}

Result<void> check_greedy(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  const nlohmann::json cfg = base::parse_json(*text);
  const auto width = cfg.is_object() ? cfg.find("beam_width") : cfg.end();
  if (width != cfg.end() && *width == 1) return {};
  auto failure = width == cfg.end() || !width->is_number_integer()
                     ? fail(ErrorCode::kCorrupt, "the component's `beam_width` is missing")
                     : fail(ErrorCode::kUnsupported,
                            fmt::format("beam search (beam_width {})", width->dump()));
  failure.value().file = file.string();
  return failure;
}

Result<std::vector<Move>> load_moves(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  return parse_moves(*bytes).map_error([&](Error error) {
    error.file = file.string();
    return error;
  });
}

}  // namespace assay::nlp
