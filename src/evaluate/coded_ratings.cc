#include "evaluate/coded_ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "evaluate/score_cell.h"

namespace assay::evaluate {
namespace {

// The number of every different text; absent when one of them is none.
std::optional<std::map<std::string, double>> numbers_of(const RatingMatrix& ratings) {
  std::map<std::string, double> numbers;
  for (const auto& of_rater : ratings.values) {
    for (const auto& text : of_rater) {
      if (!text || numbers.contains(*text)) continue;
      const auto number = parse_number(*text);
      if (!number || !std::isfinite(*number)) return std::nullopt;
      numbers.emplace(*text, *number);
    }
  }
  return numbers;
}

Result<void> check_numbers(const RatingMatrix& ratings, Level level) {
  for (std::size_t rater = 0; rater < ratings.values.size(); ++rater) {
    for (std::size_t item = 0; item < ratings.values[rater].size(); ++item) {
      const auto& text = ratings.values[rater][item];
      if (!text) continue;
      const auto number = parse_number(*text);
      const bool is_usable = number && is_in_reach(*number);
      if (is_usable && (level != Level::kRatio || *number >= 0)) continue;
      Error error;
      error.code = ErrorCode::kInvalidInput;
      error.field = ratings.raters[rater];
      error.message = fmt::format("item {}: `{}` is no number{}", item + 1, *text,
                                  is_usable ? " from 0 up" : "");
      error.hint = fmt::format("the level {} needs one ({}); --level nominal takes any text",
                               to_string(level), kOutOfReach);
      return tl::unexpected(std::move(error));
    }
  }
  return {};
}

// Positions by sort key: a number where there are numbers, else the text itself.
template <typename Key>
void fill(const RatingMatrix& ratings, const std::map<std::string, Key>& key_of,
          CodedRatings& coded) {
  std::map<Key, std::string> names;
  for (const auto& [text, key] : key_of) names.try_emplace(key, text);
  std::map<Key, std::size_t> positions;
  for (const auto& [key, text] : names) {
    positions.emplace(key, coded.categories.size());
    coded.categories.push_back(text);
  }
  const std::size_t count = ratings.values.front().size();
  coded.items.assign(count, std::vector<std::optional<std::size_t>>(ratings.values.size()));
  for (std::size_t rater = 0; rater < ratings.values.size(); ++rater) {
    for (std::size_t item = 0; item < count; ++item) {
      const auto& text = ratings.values[rater][item];
      if (text) coded.items[item][rater] = positions.at(key_of.at(*text));
    }
  }
}

std::map<std::string, std::string> texts_of(const RatingMatrix& ratings) {
  std::map<std::string, std::string> texts;
  for (const auto& of_rater : ratings.values) {
    for (const auto& text : of_rater) {
      if (text) texts.emplace(*text, *text);
    }
  }
  return texts;
}

}  // namespace

Result<CodedRatings> code_ratings(const RatingMatrix& ratings, Level level) {
  CodedRatings coded;
  if (level != Level::kNominal) {
    if (auto good = check_numbers(ratings, level); !good) return tl::unexpected(good.error());
  }
  if (const auto numbers = numbers_of(ratings)) {
    fill(ratings, *numbers, coded);
    if (level == Level::kNominal) return coded;
    for (const std::string& category : coded.categories)
      coded.numbers.push_back(numbers->at(category));
  } else {
    fill(ratings, texts_of(ratings), coded);
  }
  return coded;
}

}  // namespace assay::evaluate
