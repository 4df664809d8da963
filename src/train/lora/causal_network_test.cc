// The network against llama.cpp on the same weights, its gradients against differences, and what is
// saved against what llama.cpp makes of it.

#include "train/lora/causal_network.h"

#include <gmock/gmock.h>

#include <numeric>

#include "assay/generate.h"
#include "test_files.h"
#include "train/gradient_check.h"
#include "train/lora/adapter_file.h"
#include "train/lora/lora_fixture.h"
#include "train/math/bf16_product.h"
#include "train/math/blas.h"

namespace assay::train {
namespace {

using ::testing::HasSubstr;

constexpr std::uint32_t kTinyVocabulary = 300;
const std::filesystem::path kSmolLm2 =
    std::filesystem::path(ASSAY_SOURCE_DIR) / ".deps/smollm2-135m-instruct/model.gguf";

LoraOptions small_lora(std::size_t rank = 4) {
  LoraOptions options;
  options.rank = rank;
  options.alpha = 6;
  return options;
}

class CausalNetworks : public ::testing::Test {
 protected:
  void SetUp() override { use_single_threaded_blas(); }

  static std::unique_ptr<Generator> llama(const std::filesystem::path& adapter = {}) {
    GeneratorOptions options{.threads = 1};
    if (!adapter.empty()) options.adapters = {{"lora", adapter}};
    return Generator::load(tiny_llama(), options).value();
  }
};

TEST_F(CausalNetworks, StartAsTheModelThatTheyChange) {
  const LlamaBase base = tiny_base();
  auto lora = start_lora(base.config, small_lora(), 1);
  EXPECT_LT(largest_difference(base, lora, *llama(), random_rows(40, 100, kTinyVocabulary)), 1e-4);
}

TEST_F(CausalNetworks, FindTheProbabilityOfEveryToken) {
  const LlamaBase base = tiny_base();
  auto lora = start_lora(base.config, small_lora(), 1);
  const auto model = llama();
  double sum = 0;
  for (std::uint32_t token = 0; token < kTinyVocabulary; ++token) {
    TokenRows rows;
    const std::uint32_t ids[] = {1, 40, token};
    const std::uint32_t types[] = {0, 0, kAnswerToken};
    rows.add(ids, types);
    const float found = found_here(base, lora, rows, 0).front();
    const ScoringTask task{{"", {1, 40}}, {{"", {static_cast<TokenId>(token)}}}};
    EXPECT_NEAR(found, model->score({&task, 1}).value()[0].value()[0].log_probability, 2e-5);
    sum += std::exp(static_cast<double>(found));
  }
  EXPECT_NEAR(sum, 1, 1e-5);
}

TEST_F(CausalNetworks, RowsDoNotSeeEachOther) {
  const LlamaBase base = tiny_base();
  auto lora = drawn_lora(base.config, small_lora());
  const TokenRows rows = random_rows(5, 20, kTinyVocabulary);
  const std::vector<std::size_t> all = {0, 1, 2, 3, 4};
  const PackedText text(rows, all);
  const auto together = numbers_of(CausalNetwork(base, lora).log_probabilities(text));
  std::vector<float> apart;
  for (const std::size_t row : all) {
    const auto one = found_here(base, lora, rows, row);
    EXPECT_EQ(one.size(), text.answer_tokens[row]);
    apart.insert(apart.end(), one.begin(), one.end());
  }
  EXPECT_THAT(apart, ::testing::Pointwise(::testing::FloatNear(1e-5F), together));
}

TEST_F(CausalNetworks, GradientsEqualDifferences) {
  const LlamaBase base = tiny_base();
  auto lora = drawn_lora(base.config, small_lora());
  const TokenRows rows = random_rows(4, 12, kTinyVocabulary);
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  const PackedText text(rows, all);
  const auto loss_of = [&](const CausalNetwork& network) {
    return -network.log_probabilities(text).mean();
  };
  const auto gradients = [&] {
    const CausalNetwork network(base, lora);
    return network.gradients(loss_of(network));
  }();
  ASSERT_EQ(gradients.size(), 2 * kProjections * base.config.layers);
  expect_slopes(lora.set, gradients,
                [&] { return loss_of(CausalNetwork(base, lora)).item<double>(); });
}

// bfloat16 has 8 bits: a rounding moves a number by .4 % at most, a gradient by a few roundings.
TEST_F(CausalNetworks, GradientsInBf16AreClose) {
  if (!processor_multiplies_bf16()) GTEST_SKIP() << "the processor has no AVX-512 BF16";
  const TokenRows rows = random_rows(4, 12, kTinyVocabulary);
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  const auto gradients_in = [&](Precision precision) {
    const LlamaBase base = tiny_base(precision);
    auto lora = drawn_lora(base.config, small_lora());
    const CausalNetwork network(base, lora);
    return network.gradients(-network.log_probabilities(PackedText(rows, all)).mean());
  };
  const auto exact = gradients_in(Precision::kF32);
  const auto rounded = gradients_in(Precision::kBf16);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double difference = (rounded[i] - exact[i]).norm().item<double>();
    EXPECT_GT(difference, 0) << i;
    EXPECT_LT(difference, .05 * exact[i].norm().item<double>()) << i;
  }
}

TEST_F(CausalNetworks, LlamaCppComputesWhatWasSaved) {
  const TestFolder folder;
  const LlamaBase base = tiny_base();
  const TokenRows rows = random_rows(20, 60, kTinyVocabulary);
  const std::vector<Projection> two = {Projection::kKey, Projection::kUp};
  for (const auto& targets : {small_lora().targets, two}) {
    LoraOptions options = small_lora();
    options.targets = targets;
    auto lora = drawn_lora(base.config, options);
    const auto file = folder.path() / "adapter.gguf";
    ASSERT_TRUE(write_adapter(lora, AdapterType::kF32, file));
    const auto exact = llama(file);
    EXPECT_LT(largest_difference(base, lora, *exact, rows, "lora"), 1e-4);
    EXPECT_GT(largest_difference(base, lora, *exact, rows), .01);  // without it
    ASSERT_TRUE(write_adapter(lora, AdapterType::kF16, file));
    EXPECT_LT(largest_difference(base, lora, *llama(file), rows, "lora"), .02);
  }
}

TEST_F(CausalNetworks, TargetsAreNamedAsInTheFile) {
  EXPECT_EQ(parse_targets("ffn_down,attn_v").value(),
            (std::vector<Projection>{Projection::kValue, Projection::kDown}));
  EXPECT_THAT(parse_targets("attn_q,attn").error().message, HasSubstr("no matrix `attn`"));
  EXPECT_THAT(parse_targets("attn_q,attn_q").error().message, HasSubstr("twice"));
  EXPECT_THAT(parse_targets("").error().message, HasSubstr("no matrix ``"));
}

TEST_F(CausalNetworks, OtherArchitecturesAreRefusedByName) {
  const auto t5 = load_llama_base(testing::generation_data("tiny_t5.gguf"), Precision::kF32);
  ASSERT_FALSE(t5);
  EXPECT_EQ(t5.error().code, ErrorCode::kUnsupported);
  EXPECT_THAT(t5.error().to_string(), HasSubstr("its architecture is `t5`"));
  const auto adapter = load_llama_base(testing::generation_data("tiny_lora.gguf"), Precision::kF32);
  ASSERT_FALSE(adapter);
  EXPECT_THAT(adapter.error().to_string(), HasSubstr("llama.context_length"));
  const TestFolder folder;
  const auto text = load_llama_base(folder.write("text.gguf", "no model"), Precision::kF32);
  EXPECT_EQ(text.error().code, ErrorCode::kCorrupt);
}

// Its embeddings serve as output. llama.cpp rounds what goes into a product of 4-bit weights to 8
// bits, so the two differ.
TEST_F(CausalNetworks, ReadAQuantisedModel) {
  if (!std::filesystem::exists(kSmolLm2)) GTEST_SKIP() << "no model at " << kSmolLm2;
  const auto model = Generator::load(kSmolLm2, {.threads = 1}).value();
  const auto base = load_llama_base(kSmolLm2, Precision::kF32).value();
  auto lora = start_lora(base.config, small_lora(1), 1);
  const auto ids = model
                       ->tokenize(
                           "The capital of France is Paris, and the capital of Italy is "
                           "Rome. Water boils at one hundred degrees.")
                       .value();
  TokenRows rows;
  std::vector<std::uint32_t> types(ids.size(), kAnswerToken);
  types.front() = 0;
  rows.add(std::vector<std::uint32_t>(ids.begin(), ids.end()), types);
  EXPECT_LT(largest_difference(base, lora, *model, rows), .5);
  const auto here = found_here(base, lora, rows, 0);
  const auto there = found_by_llama(*model, rows, 0);
  const double sum_here = std::accumulate(here.begin(), here.end(), 0.0);
  const double sum_there = std::accumulate(there.begin(), there.end(), 0.0);
  EXPECT_NEAR(sum_here, sum_there, .02 * std::abs(sum_there));
}

}  // namespace
}  // namespace assay::train
