#pragma once
// A record's knowledge as the models read it, and the way back to the passages for evidence.

#include <cstddef>
#include <string>
#include <vector>

#include "assay/metric.h"
#include "assay/record.h"
#include "assay/result.h"

namespace assay {

// The texts that are read in place of a record's knowledge: every passage that is not blank, apart;
// in paper mode all passages joined with a space. Refers to the record, which must outlive it.
// Thread-safety: immutable. Cost: paper mode copies the passages.
class Knowledge {
 public:
  Knowledge(const Record& record, Compat compat);

  std::size_t size() const { return readings_.size(); }
  std::string_view text(std::size_t reading) const;

  // What bytes [byte_start, byte_end) of a reading are in the passages, one piece a passage that
  // they touch; the spaces that join passages belong to none.
  std::vector<Evidence> evidence(std::size_t reading, std::size_t byte_start,
                                 std::size_t byte_end) const;

  // The whole of a reading.
  std::vector<Evidence> evidence(std::size_t reading) const;

 private:
  struct Part {
    std::size_t passage = 0;
    std::size_t begin = 0;  // byte of the reading at which the passage starts
  };
  struct Reading {
    std::vector<Part> parts;
  };

  const Record* record_;
  bool is_joined_;
  std::string joined_;
  std::vector<Reading> readings_;
};

}  // namespace assay
