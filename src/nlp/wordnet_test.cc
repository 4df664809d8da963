#include "nlp/wordnet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "wordnet_files.h"

namespace assay::nlp {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(WordNet, GivesTheSingleWordsOfAllSynsetsOfAllPartsOfSpeech) {
  const TestFolder folder;
  testing::write_wordnet(folder);
  const auto wordnet = WordNet::load(folder.path()).value();
  EXPECT_THAT(*wordnet->synonyms("car"), ElementsAre("automobile", "car"));
  EXPECT_THAT(*wordnet->synonyms("run"), ElementsAre("dash", "run", "trial"));
  EXPECT_THAT(*wordnet->synonyms("motor_car"), ElementsAre("automobile", "car"));
  EXPECT_THAT(*wordnet->synonyms("ready"), ElementsAre("prepared", "ready"));
  EXPECT_THAT(*wordnet->synonyms("mouse"), ElementsAre("Mus", "mouse"));
  EXPECT_THAT(*wordnet->synonyms("sparrow"), IsEmpty());
}

TEST(WordNet, FindsTheBaseFormsOfInflectedWords) {
  const TestFolder folder;
  testing::write_wordnet(folder);
  const auto wordnet = WordNet::load(folder.path()).value();
  EXPECT_THAT(*wordnet->synonyms("cars"), ElementsAre("automobile", "car"));
  EXPECT_THAT(*wordnet->synonyms("mice"), ElementsAre("Mus", "mouse"));
  EXPECT_THAT(*wordnet->synonyms("ran"), ElementsAre("dash", "run"));
  EXPECT_THAT(*wordnet->synonyms("dashes"), ElementsAre("dash", "run"));
  EXPECT_THAT(*wordnet->synonyms("mouses"), ElementsAre("Mus", "mouse"));
  // Adverbs are not inflected.
  EXPECT_THAT(*wordnet->synonyms("fasts"), IsEmpty());
}

TEST(WordNet, TheFingerprintFollowsTheFiles) {
  const TestFolder one;
  const TestFolder other;
  testing::write_wordnet(one);
  testing::write_wordnet(other);
  const auto first = WordNet::load(one.path()).value()->fingerprint();
  EXPECT_EQ(WordNet::load(other.path()).value()->fingerprint(), first);
  other.write("noun.exc", "");
  EXPECT_NE(WordNet::load(other.path()).value()->fingerprint(), first);
}

TEST(WordNet, NamesTheFileThatIsMissing) {
  const TestFolder folder;
  testing::write_wordnet(folder);
  std::filesystem::remove(folder.path() / "data.verb");
  const auto wordnet = WordNet::load(folder.path());
  ASSERT_FALSE(wordnet.has_value());
  EXPECT_EQ(wordnet.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(wordnet.error().to_string(), HasSubstr("data.verb"));
  EXPECT_THAT(wordnet.error().hint, HasSubstr("wordnet-base"));
}

TEST(WordNet, NamesTheLineThatIsNotAsItMustBe) {
  for (const char* line :
       {"car", "car n x 0 1 0 00000026", "car n 1 0 2 0 00000026", "car n 1 0 1 0",
        "car n 2 0 2 0 00000026", "car n 0 0 0 0", "car n 1 18446744073709551615 @ 1 0 00000026"}) {
    const TestFolder folder;
    testing::write_wordnet(folder);
    folder.write("index.noun", std::string("  1 Of our own writing.\n") + line + "\n");
    const auto wordnet = WordNet::load(folder.path());
    ASSERT_FALSE(wordnet.has_value()) << line;
    EXPECT_EQ(wordnet.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(wordnet.error().file, HasSubstr("index.noun"));
    EXPECT_EQ(wordnet.error().line, 2u);
  }
}

// A damaged count must neither hang nor hide words.
TEST(WordNet, NamesTheSynsetThatIsNotAsItMustBe) {
  for (const char* data :
       {"", "00000000", "00000001 05 n 01 car 0 000 | a gloss", "00000000 05 n 00 000 | a gloss",
        "00000000 05 n 02 car 0 000 | a gloss", "00000000 05 n ffffffffffffffff car 0 000 | it",
        "00000000 05 n 01 car", "00000000 05 n 01 car x"}) {
    const TestFolder folder;
    testing::write_wordnet(folder);
    folder.write("index.noun", "car n 1 0 1 0 00000000\n");
    folder.write("data.noun", data);
    const auto wordnet = WordNet::load(folder.path());
    ASSERT_FALSE(wordnet.has_value()) << data;
    EXPECT_EQ(wordnet.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(wordnet.error().to_string(),
                HasSubstr("data.noun: no synset starts at byte 0, where line 1 of the index"));
  }
}

TEST(WordNet, EverySynsetOfALineMustBeThere) {
  const TestFolder folder;
  testing::write_wordnet(folder);
  folder.write("index.noun", "car n 2 0 2 0 00000000 00000009\n");
  folder.write("data.noun", "00000000 05 n 01 car 0 000 | a gloss\n");
  const auto wordnet = WordNet::load(folder.path());
  ASSERT_FALSE(wordnet.has_value());
  EXPECT_THAT(wordnet.error().message, HasSubstr("at byte 9"));
}

TEST(WordNet, AnIndexWithoutWordsIsDamaged) {
  const TestFolder folder;
  testing::write_wordnet(folder);
  folder.write("index.verb", "  1 Of our own writing.\n");
  const auto wordnet = WordNet::load(folder.path());
  ASSERT_FALSE(wordnet.has_value());
  EXPECT_THAT(wordnet.error().to_string(), HasSubstr("index.verb: holds no words"));
}

TEST(WordNetPath, AFolderThatIsNotThereIsNamedWithWhatToDo) {
  const TestFolder folder;
  EXPECT_EQ(wordnet_path(folder.path().string()).value(), folder.path());
  const auto missing = wordnet_path(folder.file("none"));
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().file, folder.file("none"));
  EXPECT_THAT(missing.error().hint, HasSubstr("ASSAY_WORDNET"));
}

}  // namespace
}  // namespace assay::nlp
