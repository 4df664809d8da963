// Splitting at the matches of a pattern: make_regex_split, make_literal_split.

#include <string>

#include "text/splitter.h"

namespace assay::text {
namespace {

// Appends runs of parts; `joins(part, before)` says whether a part belongs to the one before it.
template <typename Joins>
void cut_runs(const std::vector<RegexPart>& parts, std::uint32_t base, std::vector<ByteRange>& out,
              Joins&& joins) {
  std::size_t first = 0;
  for (std::size_t i = 1; i <= parts.size(); ++i) {
    if (i < parts.size() && joins(parts[i], parts[i - 1])) continue;
    const ByteRange run{base + parts[first].range.begin, base + parts[i - 1].range.end};
    if (run.begin < run.end) out.push_back(run);
    first = i;
  }
}

class PatternSplit : public Splitter {
 public:
  PatternSplit(Delimiters behaviour, bool between_matches)
      : behaviour_(behaviour), between_matches_(between_matches) {}

 private:
  virtual Result<void> find_parts(std::string_view text, std::vector<RegexPart>& parts) const = 0;

  Result<void> split(std::string_view text, ByteRange piece,
                     std::vector<ByteRange>& out) const override {
    std::vector<RegexPart> parts;
    const auto found = find_parts(text.substr(piece.begin, piece.end - piece.begin), parts);
    if (!found) return found;
    if (between_matches_) {
      for (RegexPart& part : parts) part.is_match = !part.is_match;
    }
    cut_at_matches(parts, behaviour_, piece.begin, out);
    return {};
  }

  Delimiters behaviour_;
  bool between_matches_;
};

class RegexSplit : public PatternSplit {
 public:
  RegexSplit(Regex pattern, Delimiters behaviour, bool between_matches)
      : PatternSplit(behaviour, between_matches), pattern_(std::move(pattern)) {}

 private:
  Result<void> find_parts(std::string_view text, std::vector<RegexPart>& parts) const override {
    return pattern_.find_parts(text, parts);
  }

  Regex pattern_;
};

class LiteralSplit : public PatternSplit {
 public:
  LiteralSplit(std::string_view literal, Delimiters behaviour, bool between_matches)
      : PatternSplit(behaviour, between_matches), literal_(literal) {}

 private:
  Result<void> find_parts(std::string_view text, std::vector<RegexPart>& parts) const override {
    find_literal_parts(literal_, text, parts);
    return {};
  }

  std::string literal_;
};

}  // namespace

void cut_at_matches(const std::vector<RegexPart>& parts, Delimiters behaviour, std::uint32_t base,
                    std::vector<ByteRange>& out) {
  switch (behaviour) {
    case Delimiters::kRemoved:
      for (const RegexPart& part : parts) {
        const ByteRange range{base + part.range.begin, base + part.range.end};
        if (!part.is_match && range.begin < range.end) out.push_back(range);
      }
      break;
    case Delimiters::kIsolated:
      cut_runs(parts, base, out, [](const RegexPart&, const RegexPart&) { return false; });
      break;
    case Delimiters::kContiguous:
      cut_runs(parts, base, out, [](const RegexPart& part, const RegexPart& before) {
        return part.is_match == before.is_match;
      });
      break;
    case Delimiters::kMergedWithPrevious:
      cut_runs(parts, base, out, [](const RegexPart& part, const RegexPart& before) {
        return part.is_match && !before.is_match;
      });
      break;
    case Delimiters::kMergedWithNext:
      cut_runs(parts, base, out, [](const RegexPart& part, const RegexPart& before) {
        return before.is_match && !part.is_match;
      });
      break;
  }
}

std::unique_ptr<const PreTokenizer> make_regex_split(Regex pattern, Delimiters behaviour,
                                                     bool between_matches) {
  return std::make_unique<RegexSplit>(std::move(pattern), behaviour, between_matches);
}

std::unique_ptr<const PreTokenizer> make_literal_split(std::string_view literal,
                                                       Delimiters behaviour, bool between_matches) {
  return std::make_unique<LiteralSplit>(literal, behaviour, between_matches);
}

}  // namespace assay::text
