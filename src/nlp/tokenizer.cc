#include "nlp/tokenizer.h"

#include <utility>

#include "nlp/python_text.h"
#include "text/utf8.h"

namespace assay::nlp {
namespace {

// A run of characters that are all white space or all not. spaCy's rules see such runs; one blank
// after a run only marks it as followed by a space.
struct Run {
  std::size_t byte_start = 0;
  std::size_t byte_end = 0;
  std::size_t code_point_start = 0;
  bool followed_by_space = false;
};

class RunReader {
 public:
  explicit RunReader(std::string_view text) : text_(text) {}

  // False at the end of the text.
  bool next(Run& run) {
    if (byte_ == text_.size()) return false;
    run = {byte_, byte_, code_point_, false};
    std::size_t after = byte_;
    const bool spaces = python::is_space(text::next_code_point(text_, after));
    while (true) {
      byte_ = after;
      ++code_point_;
      run.byte_end = byte_;
      if (byte_ == text_.size()) return true;
      const char32_t c = text::next_code_point(text_, after);
      if (python::is_space(c) == spaces) continue;
      if (c == U' ') {
        run.followed_by_space = true;
        byte_ = after;
        ++code_point_;
      }
      return true;
    }
  }

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::size_t code_point_ = 0;
};

}  // namespace

Result<TokenizedText> Tokenizer::tokenize(std::string_view text) const {
  TokenizedText out;
  RunReader runs(text);
  Run run;
  while (runs.next(run)) {
    const auto split = split_of(text.substr(run.byte_start, run.byte_end - run.byte_start), out);
    if (!split) return tl::unexpected(split.error());
    std::size_t byte = run.byte_start;
    std::size_t code_point = run.code_point_start;
    for (const Lexeme& piece : (*split)->pieces) {
      out.tokens.push_back({&piece, byte, code_point, false});
      byte += piece.bytes;
      code_point += piece.code_points;
    }
    out.tokens.back().followed_by_space = run.followed_by_space;
  }
  special_cases_.retokenize(text, out.tokens);
  return out;
}

Result<const WordSplit*> Tokenizer::split_of(std::string_view word, TokenizedText& out) const {
  // The cache never holds a special case, so that the order of these two is free.
  if (const WordSplit* known = cache_.find(word)) return known;
  if (const WordSplit* special = special_cases_.find(word)) return special;
  auto split = split_word(word, /*use_special_cases=*/true);
  if (!split) return tl::unexpected(split.error());
  auto owned = std::make_unique<const WordSplit>(*std::move(split));
  if (const WordSplit* kept = cache_.keep(word, owned)) return kept;
  out.own_words.push_back(std::move(owned));
  return out.own_words.back().get();
}

void Tokenizer::append(std::string_view piece, WordSplit& out) const {
  out.pieces.push_back(lexicon_.make(piece));
  out.pieces.back().special_case = special_cases_.sequence_start(piece);
}

Result<WordSplit> Tokenizer::split_word(std::string_view word, bool use_special_cases) const {
  auto affixes = strip_affixes(word, use_special_cases);
  if (!affixes) return tl::unexpected(affixes.error());
  WordSplit out;
  for (std::string_view prefix : affixes->prefixes) append(prefix, out);
  if (!affixes->middle.empty()) {
    const WordSplit* special = use_special_cases ? special_cases_.find(affixes->middle) : nullptr;
    if (special != nullptr) {
      out.pieces.insert(out.pieces.end(), special->pieces.begin(), special->pieces.end());
    } else if (auto done = append_middle(affixes->middle, out); !done) {
      return tl::unexpected(done.error());
    }
  }
  for (auto suffix = affixes->suffixes.rbegin(); suffix != affixes->suffixes.rend(); ++suffix) {
    append(*suffix, out);
  }
  return out;
}

Result<std::size_t> Tokenizer::prefix_length(std::string_view word) const {
  if (!rules_.prefix) return 0;
  const auto match = rules_.prefix->search(word);
  if (!match) return tl::unexpected(match.error());
  return match->has_value() ? (*match)->end - (*match)->begin : 0;
}

Result<std::size_t> Tokenizer::suffix_length(std::string_view word) const {
  if (!rules_.suffix) return 0;
  const auto match = rules_.suffix->search_suffix(word);
  if (!match) return tl::unexpected(match.error());
  return match->has_value() ? (*match)->end - (*match)->begin : 0;
}

Result<Tokenizer::Affixes> Tokenizer::strip_affixes(std::string_view word,
                                                    bool use_special_cases) const {
  const auto is_special = [&](std::string_view text) {
    return use_special_cases && special_cases_.find(text) != nullptr;
  };
  Affixes affixes;
  std::size_t last_size = 0;
  while (!word.empty() && word.size() != last_size) {
    if (rules_.token_match) {
      const auto whole = rules_.token_match->matches_start(word);
      if (!whole) return tl::unexpected(whole.error());
      if (*whole) break;
    }
    if (is_special(word)) break;
    last_size = word.size();
    const auto prefix = prefix_length(word);
    if (!prefix) return tl::unexpected(prefix.error());
    const std::string_view after_prefix = word.substr(*prefix);
    if (*prefix != 0 && is_special(after_prefix)) {
      affixes.prefixes.push_back(word.substr(0, *prefix));
      word = after_prefix;
      break;
    }
    const auto suffix = suffix_length(after_prefix);
    if (!suffix) return tl::unexpected(suffix.error());
    const std::string_view before_suffix = word.substr(0, word.size() - *suffix);
    if (*suffix != 0) {
      affixes.suffixes.push_back(word.substr(before_suffix.size()));
      // The prefix stays on: the special case is the word with it.
      if (is_special(before_suffix)) {
        word = before_suffix;
        break;
      }
    }
    if (*prefix != 0) affixes.prefixes.push_back(word.substr(0, *prefix));
    word = before_suffix.substr(*prefix);
  }
  affixes.middle = word;
  return affixes;
}

Result<void> Tokenizer::append_middle(std::string_view middle, WordSplit& out) const {
  for (const auto* rule : {&rules_.token_match, &rules_.url_match}) {
    if (!rule->has_value()) continue;
    const auto whole = (*rule)->matches_start(middle);
    if (!whole) return tl::unexpected(whole.error());
    if (*whole) {
      append(middle, out);
      return {};
    }
  }
  return append_infix_parts(middle, out);
}

Result<void> Tokenizer::append_infix_parts(std::string_view middle, WordSplit& out) const {
  std::vector<RegexMatch> infixes;
  if (rules_.infix) {
    auto found = rules_.infix->find_all(middle);
    if (!found) return tl::unexpected(found.error());
    infixes = *std::move(found);
  }
  std::size_t done = 0;
  for (const RegexMatch& infix : infixes) {
    if (infix.begin == 0) continue;  // what stands first is no infix
    if (infix.begin != done) append(middle.substr(done, infix.begin - done), out);
    if (infix.begin != infix.end) append(middle.substr(infix.begin, infix.end - infix.begin), out);
    done = infix.end;
  }
  if (done != middle.size()) append(middle.substr(done), out);
  return {};
}

Result<bool> Tokenizer::is_affixed(std::string_view text) const {
  for (auto length : {&Tokenizer::prefix_length, &Tokenizer::suffix_length}) {
    const auto found = (this->*length)(text);
    if (!found) return tl::unexpected(found.error());
    if (*found != 0) return true;
  }
  if (!rules_.infix) return false;
  const auto infix = rules_.infix->search(text);
  if (!infix) return tl::unexpected(infix.error());
  return infix->has_value();
}

Result<void> Tokenizer::register_sequence(std::string_view text) {
  if (rules_.faster_heuristics && text.find(' ') == text.npos) {
    // A text that no affix rule touches is only ever one word, which is found as such.
    const auto affixed = is_affixed(text);
    if (!affixed) return tl::unexpected(affixed.error());
    if (!*affixed) return {};
  }
  std::vector<std::string_view> sequence;
  RunReader runs(text);
  Run run;
  while (runs.next(run)) {
    const auto split = split_word(text.substr(run.byte_start, run.byte_end - run.byte_start),
                                  /*use_special_cases=*/false);
    if (!split) return tl::unexpected(split.error());
    std::size_t byte = run.byte_start;
    for (const Lexeme& piece : split->pieces) {
      sequence.push_back(text.substr(byte, piece.bytes));
      byte += piece.bytes;
    }
  }
  special_cases_.add_token_sequence(sequence);
  return {};
}

}  // namespace assay::nlp
