#include "train/encoder/pair_rows.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "rows/row_fields.h"
#include "rows/row_reading.h"

namespace assay::train {
namespace {

using rows::JsonlLine;
using rows::RowFields;

struct ParsedPair {
  Encoding tokens;
  std::vector<float> target;
  float weight = 1;
  std::string source;
  bool cut = false;
  std::optional<Error> error;
};

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::vector<float> target_of_label(RowFields& fields, const std::vector<std::string>& labels) {
  const std::string label = fields.text("label");
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (found == labels.end()) {
    fields.blame("label", "`" + label + "` is none of the labels", "they are " + joined(labels));
    return {};
  }
  std::vector<float> target(labels.size(), 0.0F);
  target[static_cast<std::size_t>(found - labels.begin())] = 1;
  return target;
}

std::vector<float> target_of_probabilities(RowFields& fields,
                                           const std::vector<std::string>& labels) {
  const std::vector<double> numbers = fields.numbers("probabilities");
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  const bool negative = std::any_of(numbers.begin(), numbers.end(), [](double x) { return x < 0; });
  if (numbers.size() != labels.size() || negative || !(std::abs(sum - 1) < .01)) {
    fields.blame("probabilities",
                 "must be " + std::to_string(labels.size()) + " numbers from 0 to 1 with the sum 1",
                 "one a label, in this order: " + joined(labels));
    return {};
  }
  std::vector<float> target;
  for (const double number : numbers) target.push_back(static_cast<float>(number / sum));
  return target;
}

// How many tokens of either text are kept: the longer one gives way, down to the other's length.
std::pair<std::size_t, std::size_t> kept_tokens(std::size_t first, std::size_t second,
                                                std::size_t room) {
  if (first + second <= room) return {first, second};
  const std::size_t half = room / 2;
  if (second <= half) return {room - second, second};
  if (first <= half) return {first, room - first};
  return {room - half, half};
}

ParsedPair parse(const JsonlLine& line, const std::string& file, const std::string& default_source,
                 const Tokenizer& tokenizer, const PairReading& reading) {
  ParsedPair pair;
  RowFields fields(line, file);
  const std::string premise = fields.text("premise");
  const std::string hypothesis = fields.text("hypothesis");
  pair.source = fields.text_or("source", default_source);
  pair.weight = fields.weight();
  if (fields.has("label") && fields.has("probabilities")) {
    fields.blame("probabilities", "stands beside `label`", "a row has one of the two");
  }
  pair.target = fields.has("probabilities") ? target_of_probabilities(fields, reading.labels)
                                            : target_of_label(fields, reading.labels);
  pair.error = fields.error();
  if (pair.error) return pair;
  const auto first = tokenizer.tokenize(premise);
  const auto second = tokenizer.tokenize(hypothesis);
  if (!first || !second) {
    fields.blame(first ? "hypothesis" : "premise", (first ? second : first).error().message);
    pair.error = fields.error();
    return pair;
  }
  const auto [keep_first, keep_second] =
      kept_tokens(first->size(), second->size(), reading.max_length - tokenizer.specials_of_pair());
  pair.cut = keep_first < first->size() || keep_second < second->size();
  pair.tokens = tokenizer.assemble(first->slice(0, keep_first), second->slice(0, keep_second));
  return pair;
}

void append(const ParsedPair& pair, PairRows& rows) {
  rows.tokens.add(pair.tokens);
  rows.targets.insert(rows.targets.end(), pair.target.begin(), pair.target.end());
  rows.weights.push_back(pair.weight);
  rows.sources.add(pair.source);
  rows.cut += pair.cut ? 1 : 0;
}

}  // namespace

void PairRows::keep(const std::vector<std::size_t>& rows) {
  std::vector<float> kept_targets;
  std::vector<float> kept_weights;
  for (const std::size_t row : rows) {
    const auto one = target(row);
    kept_targets.insert(kept_targets.end(), one.begin(), one.end());
    kept_weights.push_back(weights[row]);
  }
  targets = std::move(kept_targets);
  weights = std::move(kept_weights);
  sources.keep(rows);
  tokens.keep(rows);
}

Result<void> read_pairs(const std::filesystem::path& file, const Tokenizer& tokenizer,
                        const PairReading& reading, PairRows& rows) {
  rows.labels = reading.labels;
  const std::string source = rows::source_of_file(file);
  return rows::read_rows<ParsedPair>(
      file, reading.threads,
      [&](const JsonlLine& line, const std::string& name) {
        return parse(line, name, source, tokenizer, reading);
      },
      [&](const ParsedPair& pair) { append(pair, rows); });
}

}  // namespace assay::train
