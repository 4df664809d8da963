#pragma once
// What llama.cpp takes in a grammar (GBNF) without a word, or at the price of the process.

#include <optional>
#include <string>
#include <string_view>

namespace assay::llm {

// What the grammar must be and is not; nothing where only llama.cpp can tell whether it is good.
std::optional<std::string> broken_rule_of_grammar(std::string_view grammar);

}  // namespace assay::llm
