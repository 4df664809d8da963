#include "assay/perturb.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
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

// Differs wherever the texts of the passages differ.
std::string key_of(const std::vector<Passage>& knowledge) {
  std::string key;
  for (const Passage& passage : knowledge)
    key += fmt::format("{}:{}", passage.text.size(), passage.text);
  return key;
}

// What records are alike in, and where in their list one comes that is not: of very many that are
// alike nobody has to look at each.
class Kinds {
 public:
  void add(const std::string& key) {
    of_.push_back(known_.try_emplace(key, known_.size()).first->second);
  }
  void add(std::size_t kind) { of_.push_back(kind); }

  void find_runs() {
    next_.resize(of_.size());
    for (std::size_t i = of_.size(); i-- > 0;)
      next_[i] = i + 1 < of_.size() && of_[i + 1] == of_[i] ? next_[i + 1] : i + 1;
    known_.clear();
  }

  std::size_t operator[](std::size_t item) const { return of_[item]; }
  // The first item behind `item` that is of another kind, or the number of items.
  std::size_t next(std::size_t item) const { return next_[item]; }

 private:
  std::unordered_map<std::string, std::size_t> known_;
  std::vector<std::size_t> of_;
  std::vector<std::size_t> next_;
};

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
    turns_.resize(dialogues_.count);
    for (std::size_t i = 0; i < records.size(); ++i) {
      dialogue_.add(dialogues_.group_of[i]);
      knowledge_.add(key_of(records[i].knowledge));
      response_.add(records[i].response);
      if (records[i].knowledge.empty()) continue;
      Turns& turns = turns_[dialogues_.group_of[i]];
      turns.of_knowledge[knowledge_[i]].push_back(turns.all.size());
      turns.all.push_back(i);
    }
    for (Kinds* kinds : {&dialogue_, &knowledge_, &response_}) kinds->find_runs();
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
  // The records of a dialogue that have knowledge, and which of them have the same.
  struct Turns {
    std::vector<std::size_t> all;
    std::unordered_map<std::size_t, std::vector<std::size_t>> of_knowledge;  // places in `all`
  };

  // One of the dialogue's records that has other knowledge.
  std::optional<std::size_t> other_turn(std::size_t item, Random& random) const {
    const Turns& turns = turns_[dialogues_.group_of[item]];
    const auto same = turns.of_knowledge.find(knowledge_[item]);
    if (same == turns.of_knowledge.end()) return std::nullopt;
    const std::vector<std::size_t>& left_out = same->second;
    if (left_out.size() == turns.all.size()) return std::nullopt;
    const std::size_t drawn = random.below(turns.all.size() - left_out.size());
    // Those left out that have no more than `drawn` others before them stand before the drawn one.
    std::size_t before = 0;
    for (std::size_t end = left_out.size(); before < end;) {
      const std::size_t middle = (before + end) / 2;
      if (left_out[middle] - middle <= drawn) {
        before = middle + 1;
      } else {
        end = middle;
      }
    }
    return turns.all[drawn + before];
  }

  // A record of another dialogue, with other knowledge or another response.
  std::optional<std::size_t> other_dialogue(std::size_t item, Random& random,
                                            bool knowledge) const {
    const Kinds& kinds = knowledge ? knowledge_ : response_;
    // From a random place on: the first that will do.
    std::size_t other = random.below(records_.size());
    for (std::size_t seen = 0; seen < records_.size();) {
      std::size_t next = other;
      if (dialogue_[other] == dialogue_[item]) next = dialogue_.next(other);
      if (kinds[other] == kinds[item] || (knowledge && records_[other].knowledge.empty()))
        next = std::max(next, kinds.next(other));
      if (next == other) return other;
      seen += next - other;
      other = next == records_.size() ? 0 : next;
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

  static std::optional<std::string> first_reference(const Record& record) {
    if (record.references.empty()) return std::nullopt;
    return record.references.front();
  }

  std::optional<Record> with_gold(Record record) const {
    const auto gold =
        options_.gold.empty() ? first_reference(record) : extra_text(record, options_.gold);
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
  Kinds dialogue_;
  Kinds knowledge_;
  Kinds response_;
  std::vector<Turns> turns_;  // of each dialogue
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
