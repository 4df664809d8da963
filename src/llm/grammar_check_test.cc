#include "llm/grammar_check.h"

#include <gmock/gmock.h>

namespace assay::llm {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

std::string nested(std::size_t levels) {
  return "root ::= " + std::string(levels, '(') + "\"a\"" + std::string(levels, ')');
}

TEST(GrammarCheck, NestingHasALimit) {
  EXPECT_EQ(broken_rule_of_grammar(nested(100)), std::nullopt);
  EXPECT_THAT(broken_rule_of_grammar(nested(101)), Optional(HasSubstr("at most 100 levels deep")));
  EXPECT_TRUE(broken_rule_of_grammar("root ::= " + std::string(200000, '(')));
}

TEST(GrammarCheck, ParenthesesBesideOneAnotherDoNotNest) {
  std::string grammar = "root ::=";
  for (int i = 0; i < 500; ++i) grammar += " (\"a\")";
  EXPECT_EQ(broken_rule_of_grammar(grammar), std::nullopt);
}

TEST(GrammarCheck, WhatIsQuotedDoesNotNest) {
  const std::string many(500, '(');
  for (const std::string& grammar : {"root ::= \"" + many + "\"", "root ::= \"\\\"" + many + "\"",
                                     "root ::= [" + many + "]", "root ::= [\\]" + many + "]",
                                     "# " + many + "\nroot ::= \"a\"", "root ::= <" + many + ">"}) {
    EXPECT_EQ(broken_rule_of_grammar(grammar), std::nullopt) << grammar;
  }
}

TEST(GrammarCheck, ARuleStandsOnce) {
  EXPECT_THAT(broken_rule_of_grammar("root ::= \"a\"\nroot ::= \"b\"\n"),
              Optional(HasSubstr("two rules \"root\"")));
  EXPECT_THAT(broken_rule_of_grammar("root ::= x-1\nx-1::=\"a\"\nx-1 \t::= \"b\"\n"),
              Optional(HasSubstr("two rules \"x-1\"")));
}

TEST(GrammarCheck, OnlyRulesCount) {
  for (const char* grammar : {"root ::= \"root ::=\" root?", "root ::= \"a\" # root ::= \"b\"",
                              "root ::= [r] root ::", "root ::= \"a\" | root \"b\"\nroots ::= root",
                              "", "\"", "[", "<", "::=", "\\"}) {
    EXPECT_EQ(broken_rule_of_grammar(grammar), std::nullopt) << grammar;
  }
}

}  // namespace
}  // namespace assay::llm
