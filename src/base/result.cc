#include "assay/result.h"

namespace assay {

const char* to_string(Status status) {
  switch (status) {
    case Status::kMeasured: return "measured";
    case Status::kNoClaims: return "no_claims";
    case Status::kNoEvidence: return "no_evidence";
    case Status::kFailed: return "failed";
  }
  return "failed";
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kSupported: return "supported";
    case Verdict::kRefuted: return "refuted";
    case Verdict::kNotEnoughInfo: return "not_enough_info";
    case Verdict::kNotVerifiable: return "not_verifiable";
  }
  return "not_verifiable";
}

const char* to_string(UnitKind kind) {
  switch (kind) {
    case UnitKind::kQuestion: return "question";
    case UnitKind::kFact: return "fact";
    case UnitKind::kTuple: return "tuple";
    case UnitKind::kText: return "text";
  }
  return "text";
}

}  // namespace assay
