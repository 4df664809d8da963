#include "metrics/reference/porter_stemmer.h"

#include <gtest/gtest.h>

namespace assay::reference {
namespace {

TEST(PorterStemmer, FollowsEveryStep) {
  const std::pair<const char*, const char*> words[] = {// 1a
                                                       {"caresses", "caress"},
                                                       {"ponies", "poni"},
                                                       {"ties", "tie"},
                                                       {"caress", "caress"},
                                                       {"cats", "cat"},
                                                       // 1b
                                                       {"feed", "feed"},
                                                       {"agreed", "agre"},
                                                       {"plastered", "plaster"},
                                                       {"bled", "bled"},
                                                       {"motoring", "motor"},
                                                       {"sing", "sing"},
                                                       {"conflated", "conflat"},
                                                       {"troubled", "troubl"},
                                                       {"sized", "size"},
                                                       {"hopping", "hop"},
                                                       {"falling", "fall"},
                                                       {"hissing", "hiss"},
                                                       {"failing", "fail"},
                                                       {"filing", "file"},
                                                       {"died", "die"},
                                                       {"spied", "spi"},
                                                       // 1c
                                                       {"happy", "happi"},
                                                       {"say", "say"},
                                                       {"enjoy", "enjoy"},
                                                       {"by", "by"},
                                                       // 2
                                                       {"relational", "relat"},
                                                       {"conditional", "condit"},
                                                       {"valenci", "valenc"},
                                                       {"digitizer", "digit"},
                                                       {"radically", "radic"},
                                                       {"sensibiliti", "sensibl"},
                                                       {"hopefully", "hope"},
                                                       {"geologi", "geolog"},
                                                       {"geology", "geolog"},
                                                       // 3 and 4
                                                       {"triplicate", "triplic"},
                                                       {"formative", "form"},
                                                       {"electrical", "electr"},
                                                       {"goodness", "good"},
                                                       {"revival", "reviv"},
                                                       {"adoption", "adopt"},
                                                       {"replacement", "replac"},
                                                       {"region", "region"},
                                                       {"homologous", "homolog"},
                                                       // 5
                                                       {"probate", "probat"},
                                                       {"rate", "rate"},
                                                       {"cease", "ceas"},
                                                       {"controlling", "control"},
                                                       {"rolling", "roll"}};
  for (const auto& [word, stem] : words) EXPECT_EQ(porter_stem(word), stem) << word;
}

TEST(PorterStemmer, KeepsIrregularWordsAndShortOnes) {
  EXPECT_EQ(porter_stem("skies"), "sky");
  EXPECT_EQ(porter_stem("dying"), "die");
  EXPECT_EQ(porter_stem("news"), "news");
  EXPECT_EQ(porter_stem("innings"), "inning");
  EXPECT_EQ(porter_stem("as"), "as");
  EXPECT_EQ(porter_stem("y"), "y");
  EXPECT_EQ(porter_stem(""), "");
}

TEST(PorterStemmer, CountsCharactersNotBytes) {
  EXPECT_EQ(porter_stem("és"), "és");      // two letters
  EXPECT_EQ(porter_stem("éing"), "éing");  // no vowel before the ending
  EXPECT_EQ(porter_stem("naïfs"), "naïf");
}

TEST(PorterStemmer, TakesALongRunOfYs) {
  EXPECT_EQ(porter_stem(std::string(10000, 'y')).size(), 10000u);
}

}  // namespace
}  // namespace assay::reference
