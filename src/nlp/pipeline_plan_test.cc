#include "nlp/pipeline_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "test_files.h"

namespace assay::nlp {
namespace {

class PipelinePlanTest : public testing::Test {
 protected:
  void SetUp() override { write("meta.json", R"({"name": "small", "version": "1.2"})"); }

  void write(const char* name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
  }

  Result<PipelinePlan> plan(const std::string& nlp, const std::string& components) const {
    write("config.cfg",
          "[nlp]\nlang = \"en\"\ntokenizer = {\"@tokenizers\":"
          "\"spacy.Tokenizer.v1\"}\n" +
              nlp + "\n\n[components]\n" + components);
    return read_pipeline_plan(folder_);
  }

  TestFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

constexpr char kComponents[] = R"(
[components.tagger]
factory = "tagger"
[components.parser]
factory = "parser"
[components.rules]
factory = "attribute_ruler"
[components.lemmas]
factory = "lemmatizer"
mode = "rule"
overwrite = true
[components.vectors]
factory = "transformer"
)";

TEST_F(PipelinePlanTest, NamesTheComponentsThatItFinds) {
  const auto read = plan(R"(pipeline = ["tagger","parser","rules","lemmas"])", kComponents);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(read->name, "small");
  EXPECT_EQ(read->version, "1.2");
  EXPECT_EQ(read->attribute_ruler, "rules");
  EXPECT_EQ(read->lemmatizer, "lemmas");
  EXPECT_TRUE(read->has_parser);
  EXPECT_TRUE(read->lemmatizer_overwrites);
}

TEST_F(PipelinePlanTest, SkipsWhatIsDisabled) {
  const auto read =
      plan("pipeline = [\"vectors\",\"tagger\"]\ndisabled = [\"vectors\"]", kComponents);
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_FALSE(read->has_parser);
}

TEST_F(PipelinePlanTest, RefusesUnknownFactoriesByName) {
  const auto read = plan(R"(pipeline = ["vectors","tagger"])", kComponents);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(read.error().message, testing::HasSubstr("transformer"));
}

TEST_F(PipelinePlanTest, RefusesAnOrderThatChangesTheResult) {
  const auto read = plan(R"(pipeline = ["rules","tagger"])", kComponents);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(read.error().message, testing::HasSubstr("tagger"));
}

TEST_F(PipelinePlanTest, RefusesOtherLanguagesTokenizersAndModes) {
  write("config.cfg", "[nlp]\nlang = \"de\"\npipeline = []\n");
  EXPECT_THAT(read_pipeline_plan(folder_).error().message, testing::HasSubstr("`de`"));
  write("config.cfg",
        "[nlp]\nlang = \"en\"\npipeline = []\n"
        "[nlp.tokenizer]\n@tokenizers = \"spacy.zh.ChineseTokenizer\"\n");
  EXPECT_THAT(read_pipeline_plan(folder_).error().message, testing::HasSubstr("Chinese"));
  const auto lookup = plan(R"(pipeline = ["lemmas"])",
                           "[components.lemmas]\nfactory = \"lemmatizer\"\nmode = \"lookup\"\n");
  EXPECT_THAT(lookup.error().message, testing::HasSubstr("lookup"));
}

TEST_F(PipelinePlanTest, SaysWhatIsMissingOrDamaged) {
  EXPECT_EQ(read_pipeline_plan(folder_ / "nowhere").error().code, ErrorCode::kNotFound);
  write("config.cfg", "[nlp]\nlang\n");
  EXPECT_EQ(read_pipeline_plan(folder_).error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(plan(R"(pipeline = ["ghost"])", kComponents).error().code, ErrorCode::kCorrupt);
  write("meta.json", "{");
  EXPECT_EQ(plan("pipeline = []", kComponents).error().code, ErrorCode::kCorrupt);
}

}  // namespace
}  // namespace assay::nlp
