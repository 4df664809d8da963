#pragma once
// Texts and phrases without an analysis, for generators of questions that look at neither tokens
// nor entities.

#include <memory>
#include <string>

#include "metrics/q2/question_generator.h"

namespace assay::q2 {

inline nlp::Doc doc_of(const std::string& text) {
  nlp::Doc doc;
  doc.text = std::make_unique<const std::string>(text);
  return doc;
}

inline Candidate phrase(const std::string& text) {
  Candidate candidate;
  candidate.text = text;
  return candidate;
}

}  // namespace assay::q2
