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

std::string chain(int rules) {
  std::string grammar = "root ::= r1\n";
  for (int i = 1; i < rules - 1; ++i) {
    grammar += "r" + std::to_string(i) + " ::= r" + std::to_string(i + 1) + "\n";
  }
  return grammar + "r" + std::to_string(rules - 1) + " ::= \"a\"\n";
}

TEST(GrammarCheck, RulesHaveALimit) {
  EXPECT_EQ(broken_rule_of_grammar(chain(20000)), std::nullopt);
  EXPECT_THAT(broken_rule_of_grammar(chain(20001)), Optional(HasSubstr("at most 20000 rules")));
  EXPECT_EQ(broken_rule_of_grammar("root ::= [0-9]{1,19000}"), std::nullopt);
  EXPECT_TRUE(broken_rule_of_grammar("root ::= [0-9]{1,99999999999999999999}"));
  std::string repeated = "root ::=";
  for (int i = 0; i < 20000; ++i) repeated += " \"a\"?";
  EXPECT_TRUE(broken_rule_of_grammar(repeated));
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
