#include "metrics/option_names.h"

namespace assay {

const char* to_string(Need need) {
  switch (need) {
    case Need::kKnowledge:
      return "knowledge";
    case Need::kReference:
      return "reference";
    case Need::kLinguistics:
      return "linguistics";
    case Need::kNli:
      return "nli";
    case Need::kQa:
      return "qa";
    case Need::kEmbedder:
      return "embedder";
    case Need::kQg:
      return "qg";
  }
  return "knowledge";
}

const char* to_string(Compat compat) {
  switch (compat) {
    case Compat::kNone:
      return "none";
    case Compat::kQ2Paper:
      return "q2-paper";
  }
  return "none";
}

const char* to_string(QuestionsPerCandidate questions) {
  switch (questions) {
    case QuestionsPerCandidate::kSingle:
      return "single";
    case QuestionsPerCandidate::kAll:
      return "all";
  }
  return "single";
}

const char* to_string(MetricOptions::Style style) {
  switch (style) {
    case MetricOptions::Style::kAny:
      return "any";
    case MetricOptions::Style::kFronted:
      return "fronted";
    case MetricOptions::Style::kInPlace:
      return "in_place";
  }
  return "any";
}

}  // namespace assay
