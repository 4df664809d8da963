#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "assay/nlp.h"
#include "test_files.h"

namespace assay::nlp {
namespace {

using testing::ElementsAre;

const std::filesystem::path kFolder = ASSAY_SOURCE_DIR "/.deps/models/en_core_web_sm";

class PipelineTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!std::filesystem::exists(kFolder)) return;
    pipeline_ = Pipeline::load(kFolder).value().release();
  }
  static void TearDownTestSuite() { delete pipeline_; }

  void SetUp() override {
    if (pipeline_ == nullptr) GTEST_SKIP() << "no en_core_web_sm in .deps/models";
  }

  static std::vector<std::string> texts(const Doc& doc, const std::vector<TokenRange>& ranges) {
    std::vector<std::string> result;
    for (const TokenRange& range : ranges) result.emplace_back(doc.text_of(range));
    return result;
  }

  static const Pipeline* pipeline_;
};

const Pipeline* PipelineTest::pipeline_ = nullptr;

TEST_F(PipelineTest, AnalysesASentence) {
  const Doc doc =
      pipeline_->analyze("Marie Curie didn't leave Paris. She discovered two elements.").value();
  EXPECT_THAT(texts(doc, doc.entities), ElementsAre("Marie Curie", "Paris", "two"));
  EXPECT_THAT(texts(doc, doc.noun_chunks),
              ElementsAre("Marie Curie", "Paris", "She", "two elements"));
  EXPECT_THAT(texts(doc, doc.sentences),
              ElementsAre("Marie Curie didn't leave Paris.", "She discovered two elements."));
  ASSERT_EQ(doc.tokens.size(), 12U);
  const Token& verb = doc.tokens[4];
  EXPECT_EQ(verb.text, "leave");
  EXPECT_EQ(verb.dep, "ROOT");
  EXPECT_EQ(verb.head, 4U);
  EXPECT_EQ(doc.tokens[3].lemma, "not");
  EXPECT_EQ(doc.tokens[10].lemma, "element");
  EXPECT_EQ(doc.noun_chunks.front().root, 1U);
  EXPECT_EQ(doc.entities.front().label, "PERSON");
  EXPECT_TRUE(doc.tokens[7].sent_start);
  EXPECT_FALSE(doc.tokens[8].sent_start);
  EXPECT_GT(doc.smallest_margin, 0);
}

TEST_F(PipelineTest, CountsSpansInCodePointsAndBytes) {
  const Doc doc = pipeline_->analyze("Zoë’s café is in Zürich.").value();
  const Token& city = doc.tokens[5];
  EXPECT_EQ(city.text, "Zürich");
  EXPECT_EQ(city.span.start, 17U);
  EXPECT_EQ(city.span.end, 23U);
  EXPECT_EQ(city.span.byte_start, 21U);
  EXPECT_EQ(city.span.byte_end, 28U);
}

TEST_F(PipelineTest, TokenizesWithFlagsAlone) {
  const Doc doc = pipeline_->tokenize("The cat, again.").value();
  ASSERT_EQ(doc.tokens.size(), 5U);
  EXPECT_TRUE(doc.tokens[0].is_stop);
  EXPECT_TRUE(doc.tokens[2].is_punct);
  EXPECT_FALSE(doc.tokens[1].is_stop);
  EXPECT_TRUE(doc.sentences.empty());
}

TEST_F(PipelineTest, TakesTextsWithoutWords) {
  EXPECT_TRUE(pipeline_->analyze("").value().tokens.empty());
  const Doc blank = pipeline_->analyze(" \n ").value();
  ASSERT_EQ(blank.tokens.size(), 1U);
  EXPECT_EQ(blank.tokens[0].pos, "SPACE");
  EXPECT_TRUE(blank.tokens[0].is_space);
}

TEST_F(PipelineTest, RefusesBytesThatAreNotUtf8) {
  const auto doc = pipeline_->analyze("abc\xFF");
  ASSERT_FALSE(doc);
  EXPECT_EQ(doc.error().code, ErrorCode::kInvalidInput);
  EXPECT_FALSE(pipeline_->tokenize("\xC3"));
}

TEST_F(PipelineTest, GivesTheSameForAnyNumberOfThreads) {
  const std::vector<std::string_view> sentences = {"I saw the man with the telescope.",
                                                   "",
                                                   "Don't stop!",
                                                   "Berlin is bigger than Bonn.",
                                                   "He's been there since 1999, hasn't he?",
                                                   "I saw the man with the telescope."};
  const auto one = pipeline_->analyze(sentences, 1).value();
  const auto four = pipeline_->analyze(sentences, 4).value();
  ASSERT_EQ(one.size(), sentences.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].tokens.size(), four[i].tokens.size());
    EXPECT_EQ(one[i].smallest_margin, four[i].smallest_margin);
    for (std::size_t t = 0; t < one[i].tokens.size(); ++t) {
      EXPECT_EQ(one[i].tokens[t].head, four[i].tokens[t].head);
      EXPECT_EQ(one[i].tokens[t].dep, four[i].tokens[t].dep);
      EXPECT_EQ(one[i].tokens[t].lemma, four[i].tokens[t].lemma);
    }
  }
}

TEST_F(PipelineTest, ReportsTheFirstBadTextOfMany) {
  const std::vector<std::string_view> sentences = {"fine", "\xFF", "\xC3(", "fine"};
  const auto docs = pipeline_->analyze(sentences, 2);
  ASSERT_FALSE(docs);
  EXPECT_THAT(docs.error().message, testing::HasSubstr("byte 0"));
}

TEST_F(PipelineTest, KeepsItsViewsWhenADocMoves) {
  Doc doc = pipeline_->analyze("Short text.").value();
  const Doc moved = std::move(doc);
  EXPECT_EQ(moved.tokens[0].text, "Short");
}

TEST_F(PipelineTest, NamesItselfWithTheHashOfItsContent) {
  EXPECT_THAT(pipeline_->fingerprint(), testing::StartsWith("spacy:core_web_sm"));
  const TestFolder folder;
  const auto copy = folder.path() / "pipeline";
  std::filesystem::copy(kFolder, copy, std::filesystem::copy_options::recursive);
  EXPECT_EQ(Pipeline::load(copy).value()->fingerprint(), pipeline_->fingerprint());
  std::ofstream(copy / "README.md", std::ios::app) << "changed";
  EXPECT_NE(Pipeline::load(copy).value()->fingerprint(), pipeline_->fingerprint());
}

TEST_F(PipelineTest, RefusesAFolderWithAMissingOrDamagedFile) {
  const TestFolder folder;
  const auto copy = folder.path() / "pipeline";
  for (const char* file : {"config.cfg", "meta.json", "tokenizer", "vocab/lookups.bin",
                           "attribute_ruler/patterns", "lemmatizer/lookups/lookups.bin",
                           "tok2vec/model", "tagger/model", "parser/model", "ner/model"}) {
    std::filesystem::remove_all(copy);
    std::filesystem::copy(kFolder, copy, std::filesystem::copy_options::recursive);
    std::filesystem::resize_file(copy / file, std::filesystem::file_size(copy / file) / 2);
    const auto loaded = Pipeline::load(copy);
    ASSERT_FALSE(loaded) << file;
    EXPECT_NE(loaded.error().code, ErrorCode::kInternal) << file;
    if (std::string(file) == "vocab/lookups.bin") continue;
    std::filesystem::remove(copy / file);
    EXPECT_FALSE(Pipeline::load(copy)) << file;
  }
}

TEST(PipelineLoad, SaysThatThereIsNoPipeline) {
  const auto loaded = Pipeline::load("/nowhere/at/all");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::nlp
