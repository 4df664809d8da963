#pragma once
// The words that options have on the command line and in fingerprints.

#include "assay/metric.h"

namespace assay {

const char* to_string(Compat compat);                         // "none", "q2-paper"
const char* to_string(QuestionsPerCandidate questions);       // "single", "all"
const char* to_string(MetricOptions::Style style);            // "any", "fronted", "in_place"
const char* to_string(Against against);                       // "reference", "knowledge"
const char* to_string(BleuOptions::Tokenizer tokenizer);      // "13a", "none", "intl"
const char* to_string(BleuOptions::Smoothing smoothing);      // "none", "floor", "add-k", "exp"
const char* to_string(MeteorOptions::Parameters parameters);  // "nltk", "2007"

}  // namespace assay
