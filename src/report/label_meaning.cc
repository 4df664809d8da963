#include "report/label_meaning.h"

#include <algorithm>
#include <cstdint>

#include "assay/labels.h"

namespace assay::report {
namespace {

using Grounded = std::vector<std::optional<bool>>;

constexpr char kColumn[] = "label";

// Each label once, as a table that labels are read from.
evaluate::ScoreTable table_of(const std::vector<std::string>& labels) {
  evaluate::ScoreTable table;
  table.files = {""};
  table.texts.push_back({kColumn, {}});
  for (const std::string& label : labels) {
    table.ids.push_back(label);
    table.places.push_back({});
    table.texts[0].values.emplace_back(label);
  }
  return table;
}

bool has(const evaluate::Labels& labels, bool value) {
  return std::find(labels.begin(), labels.end(), std::optional(value)) != labels.end();
}

}  // namespace

Result<LabelMeanings> label_meanings(const std::vector<std::string>& labels,
                                     const std::vector<std::string>& positive,
                                     const std::vector<std::string>& ignored) {
  evaluate::LabelWords words;
  words.positive = positive;
  words.ignored = ignored;
  auto read = evaluate::read_labels(table_of(labels), kColumn, words);
  if (read) {
    LabelMeanings meanings{.grounded = *std::move(read), .are_known = false};
    meanings.are_known = has(meanings.grounded, true) && has(meanings.grounded, false);
    return meanings;
  }
  // Words that nobody gave may well not fit the labels, which need not be about being grounded.
  if (!positive.empty()) return tl::unexpected(read.error());
  return LabelMeanings{.grounded = Grounded(labels.size()), .are_known = false};
}

}  // namespace assay::report
