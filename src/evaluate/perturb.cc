#include "assay/perturb.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/json_slices.h"
#include "evaluate/groups.h"
#include "evaluate/json_rows.h"
#include "evaluate/random.h"

namespace assay::evaluate {
namespace {

constexpr std::array kAll = {Perturbation::kOtherTurn,         Perturbation::kOtherDialogue,
                             Perturbation::kShuffledKnowledge, Perturbation::kGold,
                             Perturbation::kOtherResponse,     Perturbation::kCorruptedResponse};

std::optional<std::string> extra_text(const Record& record, const std::string& field) {
  if (record.extra_json.empty()) return std::nullopt;
  for (const engine::JsonMember& member : engine::slice_object(record.extra_json)) {
    if (engine::decode_json_string(member.key) == field) return text_of_json(member.value);
  }
  return std::nullopt;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

bool same_knowledge(const Record& a, const Record& b) {
  if (a.knowledge.size() != b.knowledge.size()) return false;
  for (std::size_t i = 0; i < a.knowledge.size(); ++i) {
    if (a.knowledge[i].text != b.knowledge[i].text) return false;
  }
  return true;
}

class Perturber {
 public:
  Perturber(std::span<const Record> records, Perturbation perturbation,
            const PerturbOptions& options)
      : records_(records), perturbation_(perturbation), options_(options) {
    std::vector<std::optional<std::string>> names;
    for (const Record& record : records)
      names.push_back(options.dialogue.empty() ? std::nullopt
                                               : extra_text(record, options.dialogue));
    dialogues_ = Groups::of(names);
    members_.resize(dialogues_.count);
    for (std::size_t i = 0; i < records.size(); ++i) members_[dialogues_.group_of[i]].push_back(i);
  }

  std::optional<Record> make(std::size_t item) const {
    Random random(options_.seed, item);
    Record record = records_[item];
    switch (perturbation_) {
      case Perturbation::kOtherTurn:
        return with_knowledge(std::move(record), other_turn(item, random));
      case Perturbation::kOtherDialogue:
        return with_knowledge(std::move(record), other_dialogue(item, random, /*knowledge=*/true));
      case Perturbation::kShuffledKnowledge:
        return shuffle_knowledge(std::move(record), random);
      case Perturbation::kGold:
        return with_gold(std::move(record));
      case Perturbation::kOtherResponse:
        if (const auto other = other_dialogue(item, random, /*knowledge=*/false)) {
          record.response = records_[*other].response;
          return record;
        }
        return std::nullopt;
      case Perturbation::kCorruptedResponse:
        return corrupt(std::move(record), other_dialogue(item, random, /*knowledge=*/false),
                       random);
    }
    return std::nullopt;
  }

 private:
  // One of the dialogue's records that has other knowledge.
  std::optional<std::size_t> other_turn(std::size_t item, Random& random) const {
    std::vector<std::size_t> others;
    for (const std::size_t other : members_[dialogues_.group_of[item]]) {
      if (!records_[other].knowledge.empty() && !same_knowledge(records_[other], records_[item]))
        others.push_back(other);
    }
    if (others.empty()) return std::nullopt;
    return others[random.below(others.size())];
  }

  // A record of another dialogue, with other knowledge or another response.
  std::optional<std::size_t> other_dialogue(std::size_t item, Random& random,
                                            bool knowledge) const {
    // From a random place on: the first that will do.
    const std::size_t start = random.below(records_.size());
    for (std::size_t step = 0; step < records_.size(); ++step) {
      const std::size_t other = (start + step) % records_.size();
      if (dialogues_.group_of[other] == dialogues_.group_of[item]) continue;
      const bool will_do = knowledge ? !records_[other].knowledge.empty() &&
                                           !same_knowledge(records_[other], records_[item])
                                     : records_[other].response != records_[item].response;
      if (will_do) return other;
    }
    return std::nullopt;
  }

  std::optional<Record> with_knowledge(Record record, std::optional<std::size_t> other) const {
    if (!other || record.knowledge.empty()) return std::nullopt;
    record.knowledge = records_[*other].knowledge;
    return record;
  }

  static std::optional<Record> shuffle_knowledge(Record record, Random& random) {
    if (record.knowledge.empty()) return std::nullopt;
    for (Passage& passage : record.knowledge) {
      auto words = words_of(passage.text);
      random.shuffle(words);
      passage.text = joined(words);
    }
    return record;
  }

  std::optional<Record> with_gold(Record record) const {
    const auto gold = options_.gold.empty() ? record.reference : extra_text(record, options_.gold);
    if (!gold || gold->empty()) return std::nullopt;
    record.response = *gold;
    return record;
  }

  std::optional<Record> corrupt(Record record, std::optional<std::size_t> other,
                                Random& random) const {
    auto words = words_of(record.response);
    const auto others = other ? words_of(records_[*other].response) : std::vector<std::string>();
    if (words.empty() || others.empty()) return std::nullopt;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < words.size(); ++i) places.push_back(i);
    random.shuffle(places);
    places.resize((words.size() + 2) / 3);
    for (const std::size_t place : places) words[place] = others[random.below(others.size())];
    record.response = joined(words);
    return record;
  }

  std::span<const Record> records_;
  Perturbation perturbation_;
  const PerturbOptions& options_;
  Groups dialogues_;
  std::vector<std::vector<std::size_t>> members_;
};

std::string hint_for(Perturbation perturbation) {
  switch (perturbation) {
    case Perturbation::kOtherTurn:
      return "--dialogue COLUMN names the column that the records of one "
             "dialogue share; they must "
             "have different knowledge";
    case Perturbation::kGold:
      return "--gold COLUMN names the column of the gold responses (default: the "
             "reference)";
    default:
      return "it takes records of two dialogues or more, with knowledge and "
             "responses";
  }
}

}  // namespace

const char* to_string(Perturbation perturbation) {
  constexpr std::array kNames = {"other_turn", "other_dialogue", "shuffled_knowledge",
                                 "gold",       "other_response", "corrupted_response"};
  return kNames[static_cast<std::size_t>(perturbation)];
}

std::vector<Perturbation> all_perturbations() {
  return {kAll.begin(), kAll.end()};
}

Result<std::vector<PerturbedRecord>> perturb(std::span<const Record> records,
                                             Perturbation perturbation,
                                             const PerturbOptions& options) {
  const Perturber perturber(records, perturbation, options);
  std::vector<PerturbedRecord> perturbed;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (auto record = perturber.make(i)) perturbed.push_back({i, *std::move(record)});
  }
  if (!perturbed.empty()) return perturbed;
  return fail(ErrorCode::kInvalidInput,
              fmt::format("no record can be given {}", to_string(perturbation)),
              hint_for(perturbation));
}

}  // namespace assay::evaluate
