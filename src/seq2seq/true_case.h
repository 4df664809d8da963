#pragma once
// Capitals for what a model wrote in lower case.

#include <string>
#include <string_view>

namespace assay::seq2seq {

// Words that stand in `source` are written as they stand there (the last time, for the first word
// of a sentence has its capital from the sentence); the first letter becomes a capital.
std::string true_case(std::string_view written, std::string_view source);

}  // namespace assay::seq2seq
