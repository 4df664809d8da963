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
    case Need::kTokenEmbedder:
      return "token_embedder";
    case Need::kWordNet:
      return "wordnet";
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

const char* to_string(Against against) {
  switch (against) {
    case Against::kReference:
      return "reference";
    case Against::kKnowledge:
      return "knowledge";
  }
  return "reference";
}

const char* to_string(BleuOptions::Tokenizer tokenizer) {
  switch (tokenizer) {
    case BleuOptions::Tokenizer::k13a:
      return "13a";
    case BleuOptions::Tokenizer::kNone:
      return "none";
    case BleuOptions::Tokenizer::kIntl:
      return "intl";
  }
  return "13a";
}

const char* to_string(BleuOptions::Smoothing smoothing) {
  switch (smoothing) {
    case BleuOptions::Smoothing::kNone:
      return "none";
    case BleuOptions::Smoothing::kFloor:
      return "floor";
    case BleuOptions::Smoothing::kAddK:
      return "add-k";
    case BleuOptions::Smoothing::kExp:
      return "exp";
  }
  return "exp";
}

const char* to_string(MeteorOptions::Parameters parameters) {
  switch (parameters) {
    case MeteorOptions::Parameters::kNltk:
      return "nltk";
    case MeteorOptions::Parameters::k2007:
      return "2007";
  }
  return "nltk";
}

}  // namespace assay
