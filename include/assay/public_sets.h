#pragma once
// Public sets of judged responses as records: one way to evaluate them all.
//
//   auto records = evaluate::prepare_set("usr", {.file = "usr_persona_chat.json"});
//   write(*records);  // JSON lines (docs/formats/record.md)
//
// What the sets call things stands in docs/evaluate.md. Nothing is guessed: a file that is not laid
// out as its set is an error.
//
// Cost: the file and the records are held in memory.
// Failure: kNotFound, kIo; kInvalidInput with file, line and field; kInvalidOption for references
// of a set that has none.

#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"

namespace assay::evaluate {

struct PublicSet {
  std::string name;
  std::string summary;  // one line
};

std::vector<PublicSet> list_public_sets();

struct PreparedSet {
  std::string jsonl;
  std::size_t n_records = 0;
  std::vector<std::string> notes;  // what was left out, and why
};

struct SetFiles {
  std::string file;
  // Of `refchecker`: the file of questions and passages. Without it the records have no knowledge.
  std::optional<std::string> references = {};
};

Result<PreparedSet> prepare_set(const std::string& name, const SetFiles& files);

}  // namespace assay::evaluate
