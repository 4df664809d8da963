#pragma once
// Comparing two short answers as the SQuAD and Q² scripts do.
//
//   normalize_answer("The Eiffel Tower!", AnswerStyle::kSquad)  ->  "eiffel tower"
//   answer_f1("in Paris, France", "Paris", AnswerStyle::kQ2)    ->  0.666...
//
// Both styles, in this order: lower case (Python's str.lower); drop the 32 ASCII punctuation marks;
// replace the words of the style, where they stand between word boundaries of Python's `re`, by a
// space; squeeze. Boundaries are Python's: letters, numbers and "_" are word characters, combining
// marks are not.
// Thread-safety: all of it. Cost: linear in the texts.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::text {

enum class AnswerStyle {
  kSquad,  // drops "a", "an", "the"; every run of white space becomes one space
  kQ2,     // drops "in" and "our" too; only runs of U+0020 are squeezed, both ends are stripped
};

// `text` must be valid UTF-8.
std::string normalize_answer(std::string_view text, AnswerStyle style);

// The normalised text at white space.
std::vector<std::string> answer_tokens(std::string_view text, AnswerStyle style);

// Harmonic mean of precision and recall over the tokens as multisets, 0 when none is shared.
// When both are empty there is no such mean: the result is `both_empty`, 1 by default, as SQuAD 2.0
// scores two empty answers (they agree); Q²'s own code gives 0. One empty side gives 0.
double token_f1(std::span<const std::string> first, std::span<const std::string> second,
                double both_empty = 1);

double answer_f1(std::string_view first, std::string_view second, AnswerStyle style,
                 double both_empty = 1);

}  // namespace assay::text
