#pragma once
// Records that are wrong on purpose: what a metric says of them shows what it looks at.
//
//   auto wrong = evaluate::perturb(records, evaluate::Perturbation::kOtherDialogue, {.seed = 1});
//   for (const PerturbedRecord& record : *wrong) ...  // record.original: position in `records`
//
// Thread-safety: pure functions. What is drawn depends on the seed and on the record's position.
// Failure: kInvalidInput when no record can be perturbed so (no record has knowledge, a column of
// dialogues or gold responses is missing).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/record.h"

namespace assay::evaluate {

enum class Perturbation {
  kOtherTurn,          // the knowledge of another record of the same dialogue
  kOtherDialogue,      // the knowledge of a record of another dialogue
  kShuffledKnowledge,  // the words of each passage in random order
  kGold,               // the reference in the place of the response
  kOtherResponse,      // the response of a record of another dialogue
  kCorruptedResponse,  // every third word of the response is one of another dialogue's response
};

const char* to_string(Perturbation perturbation);
std::vector<Perturbation> all_perturbations();

struct PerturbOptions {
  // A field of extra that records of one dialogue share. Empty: every record is a dialogue of its
  // own, and kOtherTurn cannot be made.
  std::string dialogue = {};
  // A field of extra with the gold response; empty: Record::reference.
  std::string gold = {};
  std::uint64_t seed = 1;
};

struct PerturbedRecord {
  std::size_t original = 0;
  Record record;
};

// Records that cannot be perturbed so (no other turn, no gold response) are left out.
Result<std::vector<PerturbedRecord>> perturb(std::span<const Record> records,
                                             Perturbation perturbation,
                                             const PerturbOptions& options);

}  // namespace assay::evaluate
