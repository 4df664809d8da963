#include "model/marked_text.h"

#include <algorithm>

namespace assay::model {
namespace {

struct TokenRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

TokenRange tokens_in(const Tokens& tokens, ByteRange bytes) {
  const auto before = [&](const ByteRange& range) { return range.end <= bytes.begin; };
  const auto not_behind = [&](const ByteRange& range) { return range.begin < bytes.end; };
  const auto first = std::find_if_not(tokens.ranges.begin(), tokens.ranges.end(), before);
  const auto last = std::find_if_not(first, tokens.ranges.end(), not_behind);
  return {static_cast<std::size_t>(first - tokens.ranges.begin()),
          static_cast<std::size_t>(last - tokens.ranges.begin())};
}

// `room` tokens of `count` with those of the phrase in their middle.
TokenRange kept_around(TokenRange phrase, std::size_t count, std::size_t room) {
  if (count <= room) return {0, count};
  const std::size_t spare = room - std::min(room, phrase.size());
  const std::size_t begin =
      std::min(phrase.begin - std::min(phrase.begin, spare / 2), count - room);
  return {begin, begin + room};
}

}  // namespace

std::optional<Encoding> mark_phrase(const Tokenizer& tokenizer, const Tokens& tokens,
                                    ByteRange phrase, std::size_t max_length) {
  const TokenRange marked = tokens_in(tokens, phrase);
  const std::size_t specials = tokenizer.specials_of_single();
  if (marked.size() == 0 || max_length <= specials) return std::nullopt;
  const TokenRange kept = kept_around(marked, tokens.size(), max_length - specials);
  Encoding encoding = tokenizer.assemble(tokens.slice(kept.begin, kept.end));
  std::size_t token = kept.begin;
  for (std::size_t i = 0; i < encoding.size(); ++i) {
    const bool of_text = encoding.sources[i] == TokenSource::kFirst;
    encoding.type_ids[i] = of_text && token >= marked.begin && token < marked.end ? 1 : 0;
    if (of_text) ++token;
  }
  return encoding;
}

}  // namespace assay::model
