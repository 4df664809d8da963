#include "assay/labels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "engine/errors.h"
#include "engine/json_slices.h"
#include "evaluate/score_cell.h"

namespace assay::evaluate {
namespace {

// "1.0" is what pandas makes of a 1 in a column with gaps.
constexpr std::array<std::string_view, 11> kYesWords = {
    "1",        "1.0",      "true",       "yes",      "consistent", "supported",
    "supports", "grounded", "entailment", "faithful", "factual"};
constexpr std::array<std::string_view, 13> kNoWords = {
    "0",           "0.0",        "false",       "no",         "inconsistent",
    "unsupported", "refuted",    "refutes",     "ungrounded", "contradiction",
    "unfaithful",  "nonfactual", "hallucinated"};

std::string lower_ascii(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

template <typename Words>
bool contains(const Words& words, const std::string& lower) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return lower_ascii(word) == lower; });
}

enum class Meaning { kYes, kNo, kIgnored, kUnknown };

Meaning meaning_of(const std::string& text, const LabelWords& words) {
  const std::string lower = lower_ascii(text);
  if (contains(words.ignored, lower)) return Meaning::kIgnored;
  if (words.positive.empty() && words.negative.empty()) {
    if (contains(kYesWords, lower)) return Meaning::kYes;
    return contains(kNoWords, lower) ? Meaning::kNo : Meaning::kUnknown;
  }
  if (contains(words.positive, lower)) return Meaning::kYes;
  if (contains(words.negative, lower)) return Meaning::kNo;
  // The side that was not named is the rest.
  if (words.negative.empty()) return Meaning::kNo;
  return words.positive.empty() ? Meaning::kYes : Meaning::kUnknown;
}

constexpr std::size_t kListed = 10;  // labels in a message

std::string list_labels(const TextColumn& column) {
  std::set<std::string> labels;
  for (const auto& value : column.values) {
    if (value) labels.insert("`" + *value + "`");
    if (labels.size() > kListed) break;
  }
  const bool cut = labels.size() > kListed;
  if (cut) labels.erase(std::prev(labels.end()));
  return fmt::format("{}{}", fmt::join(labels, ", "), cut ? ", ..." : "");
}

Result<const TextColumn*> find_column(const ScoreTable& table, const std::string& column) {
  if (const TextColumn* found = table.find_text(column)) return found;
  return fail(ErrorCode::kInternal, fmt::format("the column `{}` was not read", column));
}

Result<void> check_words(const TextColumn& column, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const bool occurs = std::any_of(
        column.values.begin(), column.values.end(),
        [&](const auto& value) { return value && lower_ascii(*value) == lower_ascii(word); });
    if (occurs) continue;
    Error error = engine::invalid_input(fmt::format("no item has the label `{}`", word),
                                        "the labels are " + list_labels(column));
    error.field = column.name;
    return tl::unexpected(std::move(error));
  }
  return {};
}

// The mean of a JSON list of numbers; nullopt when it is none.
std::optional<double> mean_of_list(std::string_view text) {
  if (!text.starts_with('[') || engine::find_json_flaw(text)) return std::nullopt;
  text = text.substr(1, text.size() - 2);
  double sum = 0;
  double count = 0;
  for (bool more = true; more; ++count) {
    const std::size_t comma = text.find(',');
    const auto number = parse_number(text.substr(0, comma));
    if (!number) return std::nullopt;
    sum += *number;
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return sum / count;
}

std::optional<double> rating_of(const std::string& text) {
  if (text == "true") return 1;
  if (text == "false") return 0;
  if (const auto number = parse_number(text)) return number;
  return mean_of_list(text);
}

}  // namespace

Result<Labels> read_labels(const ScoreTable& table, const std::string& column,
                           const LabelWords& words) {
  const auto found = find_column(table, column);
  if (!found) return tl::unexpected(found.error());
  const TextColumn& texts = **found;
  if (table.size() > 0) {
    if (auto good = check_words(texts, words.positive); !good) return tl::unexpected(good.error());
    if (auto good = check_words(texts, words.negative); !good) return tl::unexpected(good.error());
  }
  Labels labels;
  for (std::size_t i = 0; i < texts.values.size(); ++i) {
    labels.emplace_back();
    if (!texts.values[i]) continue;
    const Meaning meaning = meaning_of(*texts.values[i], words);
    if (meaning == Meaning::kUnknown) {
      return tl::unexpected(table.error_at(
          i, column, fmt::format("`{}` is no label that is known", *texts.values[i]),
          fmt::format("say which are grounded with --positive VALUE, which are left out with "
                      "--ignore VALUE; the labels are {}",
                      list_labels(texts))));
    }
    if (meaning != Meaning::kIgnored) labels.back() = meaning == Meaning::kYes;
  }
  return labels;
}

Result<Ratings> read_ratings(const ScoreTable& table, const std::string& column) {
  const auto found = find_column(table, column);
  if (!found) return tl::unexpected(found.error());
  Ratings ratings;
  for (std::size_t i = 0; i < (*found)->values.size(); ++i) {
    ratings.emplace_back();
    const auto& text = (*found)->values[i];
    if (!text) continue;
    const auto number = rating_of(*text);
    if (!number || !is_in_reach(*number)) {
      return tl::unexpected(
          table.error_at(i, column, fmt::format("`{}` is no rating", *text),
                         "a rating is a number from -1e100 to 1e100, or a JSON list of numbers, "
                         "whose mean is taken; leave it empty for none; "
                         "--positive VALUE takes a word for 1, and all others for 0"));
    }
    ratings.back() = number;
  }
  return ratings;
}

Result<Ratings> read_ratings(const ScoreTable& table, const std::string& column,
                             const LabelWords& words) {
  if (words.positive.empty() && words.negative.empty() && words.ignored.empty())
    return read_ratings(table, column);
  const auto labels = read_labels(table, column, words);
  if (!labels) return tl::unexpected(labels.error());
  Ratings ratings;
  for (const auto& label : *labels)
    ratings.push_back(label ? std::optional(*label ? 1.0 : 0.0) : std::nullopt);
  return ratings;
}

}  // namespace assay::evaluate
