#include "text/post_processor.h"

#include <utility>

namespace assay::text {
namespace {

using Kind = TemplatePiece::Kind;

std::size_t specials_of(const Template& pieces) {
  std::size_t count = 0;
  for (const TemplatePiece& piece : pieces) count += piece.special_ids.size();
  return count;
}

void append(Encoding& out, TokenSlice tokens, std::uint32_t type_id, TokenSource source) {
  out.ids.insert(out.ids.end(), tokens.ids.begin(), tokens.ids.end());
  out.ranges.insert(out.ranges.end(), tokens.ranges.begin(), tokens.ranges.end());
  out.ranges.resize(out.ids.size());
  out.type_ids.resize(out.ids.size(), type_id);
  out.sources.resize(out.ids.size(), source);
}

Encoding fill(const Template& pieces, std::size_t size, TokenSlice first, TokenSlice second) {
  Encoding result;
  result.ids.reserve(size);
  result.type_ids.reserve(size);
  result.ranges.reserve(size);
  result.sources.reserve(size);
  for (const TemplatePiece& piece : pieces) {
    switch (piece.kind) {
      case Kind::kFirst:
        append(result, first, piece.type_id, TokenSource::kFirst);
        break;
      case Kind::kSecond:
        append(result, second, piece.type_id, TokenSource::kSecond);
        break;
      case Kind::kSpecial:
        append(result, {piece.special_ids, {}}, piece.type_id, TokenSource::kSpecial);
        break;
    }
  }
  return result;
}

}  // namespace

PostProcessor::PostProcessor(Template single, Template pair)
    : single_(std::move(single)),
      pair_(std::move(pair)),
      specials_of_single_(specials_of(single_)),
      specials_of_pair_(specials_of(pair_)) {}

PostProcessor::PostProcessor()
    : PostProcessor({{Kind::kFirst, 0, {}}}, {{Kind::kFirst, 0, {}}, {Kind::kSecond, 1, {}}}) {}

Encoding PostProcessor::single(TokenSlice text) const {
  return fill(single_, text.ids.size() + specials_of_single_, text, {});
}

Encoding PostProcessor::pair(TokenSlice first, TokenSlice second) const {
  return fill(pair_, first.ids.size() + second.ids.size() + specials_of_pair_, first, second);
}

}  // namespace assay::text
