#include "nlp/neural.h"

#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "test_files.h"

namespace assay::nlp {
namespace {

using ::testing::HasSubstr;

const std::filesystem::path kPipeline = ASSAY_SOURCE_DIR "/.deps/models/en_core_web_sm";

std::string read(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

// spaCy's annotations of a text (tests/oracle/make_neural_golden.py).
struct Golden {
  nlohmann::json annotations;
  std::vector<TokenIds> tokens;
};

std::vector<Golden> golden_texts() {
  std::vector<Golden> texts;
  std::ifstream stream(ASSAY_SOURCE_DIR "/tests/data/neural_golden.jsonl");
  for (std::string line; std::getline(stream, line);) {
    Golden& text = texts.emplace_back(Golden{nlohmann::json::parse(line), {}});
    for (const nlohmann::json& ids : text.annotations["ids"]) {
      text.tokens.push_back({ids[0].get<std::uint64_t>(), ids[1].get<std::uint64_t>(),
                             ids[2].get<std::uint64_t>(), ids[3].get<std::uint64_t>(), ids[4] != 0,
                             ids[5] != 0});
    }
  }
  return texts;
}

nlohmann::json to_json(const Annotations& annotations) {
  nlohmann::json entities = nlohmann::json::array();
  for (const EntitySpan& entity : annotations.entities) {
    entities.push_back({entity.begin, entity.end, entity.label});
  }
  return {{"tags", annotations.tags},
          {"heads", annotations.heads},
          {"deps", annotations.deps},
          {"sentence_starts", annotations.sentence_starts},
          {"entities", entities}};
}

class NeuralModelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kPipeline)) GTEST_SKIP() << "no pipeline in " << kPipeline;
    auto loaded = NeuralModel::load(kPipeline);
    ASSERT_TRUE(loaded) << loaded.error().to_string();
    model_ = *std::move(loaded);
  }

  std::unique_ptr<NeuralModel> model_;
};

TEST_F(NeuralModelTest, AnnotatesAsSpacyDoes) {
  const std::vector<Golden> texts = golden_texts();
  ASSERT_GE(texts.size(), 10U);
  for (const Golden& text : texts) {
    const nlohmann::json ours = to_json(model_->annotate(text.tokens));
    for (const auto& [key, value] : ours.items()) {
      EXPECT_EQ(value, text.annotations[key]) << key << " of " << text.annotations["text"];
    }
  }
}

TEST_F(NeuralModelTest, NothingInNothingOut) {
  const Annotations none = model_->annotate({});
  EXPECT_TRUE(none.tags.empty());
  EXPECT_TRUE(none.heads.empty());
  EXPECT_TRUE(none.entities.empty());
}

// The margin is the result's most sensitive number: any other bit anywhere would change it.
TEST_F(NeuralModelTest, BitsDoNotDependOnOtherTextsOrOnTheCache) {
  const std::vector<Golden> texts = golden_texts();
  std::vector<float> margins;
  for (const Golden& text : texts) {
    auto fresh = NeuralModel::load(kPipeline);
    margins.push_back((*fresh)->annotate(text.tokens).smallest_margin);
  }
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = texts.size(); i-- > 0;) {
      EXPECT_EQ(model_->annotate(texts[i].tokens).smallest_margin, margins[i]) << i;
    }
  }
}

TEST_F(NeuralModelTest, BitsDoNotDependOnThreads) {
  const std::vector<Golden> texts = golden_texts();
  std::vector<std::vector<float>> margins(4, std::vector<float>(texts.size()));
  std::vector<std::thread> threads;
  for (std::vector<float>& own : margins) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < texts.size(); ++i) {
        own[i] = model_->annotate(texts[i].tokens).smallest_margin;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<float>& own : margins) EXPECT_EQ(own, margins.front());
}

// More tokens than the encoder computes at once, and than scratch memory is kept for.
TEST_F(NeuralModelTest, LongTextsAreAnnotatedWhole) {
  const std::vector<Golden> texts = golden_texts();
  std::vector<TokenIds> tokens;
  while (tokens.size() < 5000) {
    tokens.insert(tokens.end(), texts[0].tokens.begin(), texts[0].tokens.end());
  }
  const Annotations annotations = model_->annotate(tokens);
  ASSERT_EQ(annotations.tags.size(), tokens.size());
  const std::size_t period = texts[0].tokens.size();
  for (std::size_t i = 2 * period; i + 2 * period < tokens.size(); ++i) {
    ASSERT_EQ(annotations.tags[i], annotations.tags[i % period + period]) << i;
  }
}

// A copy of the pipeline's folder that a test may damage.
class NeuralLoadTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kPipeline)) GTEST_SKIP() << "no pipeline in " << kPipeline;
    std::filesystem::copy(kPipeline / "config.cfg", folder_);
    for (const char* part : {"tok2vec", "tagger", "parser", "ner"}) {
      std::filesystem::copy(kPipeline / part, folder_ / part);
    }
  }

  void replace_in_config(const std::string& from, const std::string& to) {
    std::string text = read(folder_ / "config.cfg");
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(folder_ / "config.cfg", text.replace(at, from.size(), to));
  }

  Error error() const {
    const auto loaded = NeuralModel::load(folder_);
    return loaded ? Error{} : loaded.error();
  }

  TestFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

TEST_F(NeuralLoadTest, TheWholeFolderLoads) {
  EXPECT_TRUE(NeuralModel::load(folder_));
}

TEST_F(NeuralLoadTest, UnsupportedArchitecturesAreNamed) {
  struct Change {
    std::string from;
    std::string to;
    std::string named;
  };
  const std::vector<Change> changes = {
      {"spacy.Tok2VecListener.v1", "spacy-transformers.TransformerListener.v1",
       "TransformerListener"},
      {"include_static_vectors = false", "include_static_vectors = true", "static vectors"},
      {"spacy.MaxoutWindowEncoder.v2", "spacy.MishWindowEncoder.v2", "MishWindowEncoder"},
      {"[components.tagger.model]\n@architectures = \"spacy.Tagger.v2\"",
       "[components.tagger.model]\n@architectures = \"spacy.Tagger.v9\"", "spacy.Tagger.v9"},
      {"spacy.TransitionBasedParser.v2", "my.Parser.v1", "my.Parser.v1"},
      {"factory = \"parser\"", "factory = \"beam_parser\"", "beam_parser"},
      {"disabled = [\"senter\"]", "disabled = [\"ner\"]", "`ner`"},
      {"extra_state_tokens = false", "extra_state_tokens = true", "extra_state_tokens"},
      {"depth = 4", "depth = 5", "configured Tok2Vec"},
      {"upstream = \"tok2vec\"", "upstream = \"other\"", "`other`"},
  };
  const std::string original = read(folder_ / "config.cfg");
  for (const Change& change : changes) {
    replace_in_config(change.from, change.to);
    const Error error = this->error();
    EXPECT_EQ(error.code, ErrorCode::kUnsupported) << change.to << ": " << error.to_string();
    EXPECT_THAT(error.message, HasSubstr(change.named));
    write(folder_ / "config.cfg", original);
  }
}

TEST_F(NeuralLoadTest, BeamSearchIsUnsupported) {
  std::string cfg = read(folder_ / "parser/cfg");
  const std::string greedy = "\"beam_width\":1";
  ASSERT_NE(cfg.find(greedy), std::string::npos);
  write(folder_ / "parser/cfg", cfg.replace(cfg.find(greedy), greedy.size(), "\"beam_width\":8"));
  EXPECT_EQ(error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(error().message, HasSubstr("beam"));
}

TEST_F(NeuralLoadTest, AMissingFileIsNamed) {
  for (const char* file : {"parser/moves", "ner/model", "tagger/cfg", "config.cfg"}) {
    const std::string bytes = read(folder_ / file);
    std::filesystem::remove(folder_ / file);
    EXPECT_EQ(error().code, ErrorCode::kNotFound) << file;
    EXPECT_THAT(error().file, HasSubstr(std::filesystem::path(file).filename().string()));
    write(folder_ / file, bytes);
  }
}

TEST_F(NeuralLoadTest, ATruncatedFileIsCorrupt) {
  for (const char* file : {"parser/model", "parser/moves", "tagger/model"}) {
    const std::string bytes = read(folder_ / file);
    write(folder_ / file, bytes.substr(0, bytes.size() / 2));
    EXPECT_EQ(error().code, ErrorCode::kCorrupt) << file;
    write(folder_ / file, bytes);
  }
}

// Each file is valid by itself, but they do not belong together.
TEST_F(NeuralLoadTest, FilesOfDifferentComponentsDoNotFit) {
  write(folder_ / "parser/moves", read(folder_ / "ner/moves"));
  EXPECT_NE(error().message, "");
  write(folder_ / "parser/model", read(folder_ / "tagger/model"));
  EXPECT_NE(error().message, "");
}

TEST(NeuralModel, AMissingFolderIsNotFound) {
  EXPECT_EQ(NeuralModel::load("no/such/folder").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::nlp
