#pragma once
// A result in sentences: how its score came about, and why something was not counted. Texts of the
// record and of models stand in them as they are; who prints them escapes them.
//
// Thread-safety: pure functions.

#include <string>

#include "assay/result.h"

namespace assay::report {

// "score = (1 + 0 + 0.5) / 3 = 0.500", or the formula of the metric; empty when the result's score
// does not follow from what the result holds.
std::string explain_arithmetic(const RecordResult& result);

// How the two answers of a question compared, and what that counts.
std::string explain_comparison(const RecordResult& result, const Unit& unit,
                               const QuestionDetail& detail);

// Why there is no score; empty for a measured result.
std::string explain_status(const RecordResult& result);

// Which method stood in; empty when none did.
std::string explain_fallback(const RecordResult& result);

// Why a question or candidate was not counted.
std::string explain_discarded(const Discarded& discarded);

}  // namespace assay::report
