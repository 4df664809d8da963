// The network against golden outputs of `transformers`, its gradients against differences, and what
// is saved against what src/model makes of it.

#include "train/encoder/network.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "model/engine.h"
#include "test_files.h"
#include "train/encoder/model_writer.h"
#include "train/gradient_check.h"
#include "train/math/bf16_product.h"
#include "train/random.h"

namespace assay::train {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::FloatNear;
using ::testing::Pointwise;

const fs::path kEncoders = fs::path(ASSAY_SOURCE_DIR) / "tests" / "data" / "encoders";

EncoderParameters load(const std::string& name, bool train_words = false) {
  const bool span = name == "bert_span";
  EncoderOptions options;
  options.head = span ? TrainedHead::kSpan : TrainedHead::kClassify;
  options.train_word_embeddings = train_words;
  auto parameters =
      load_encoder(kEncoders / name, options, {"entailment", "neutral", "contradiction"}, 1);
  if (!parameters) throw std::runtime_error(parameters.error().to_string());
  return std::move(*parameters);
}

struct Golden {
  TokenRows rows;
  std::vector<std::vector<float>> outputs;
};

Golden golden(const std::string& name) {
  std::ifstream in(kEncoders / (name + ".json"));
  Golden golden;
  const json parsed =
      json::parse(in);  // a name of its own: the loop does not keep a temporary alive
  for (const json& row : parsed.at("rows")) {
    const std::vector<std::uint32_t> ids = row.at("ids");
    const std::vector<std::uint32_t> types = row.at("types");
    golden.rows.add(ids, types);
    golden.outputs.push_back(row.at("outputs"));
  }
  return golden;
}

std::vector<std::size_t> all_rows(const TokenRows& rows) {
  std::vector<std::size_t> chosen(rows.size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  return chosen;
}

std::vector<float> numbers(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

// Logits of a row as the golden files hold them: of spans all starts, then all ends.
std::vector<float> outputs_of(const Network& network, bool span, const TokenRows& rows,
                              std::size_t row) {
  const std::size_t chosen[] = {row};
  const PackedRows packed(rows, chosen);
  if (!span) return numbers(network.classify(packed));
  return numbers(network.mark_spans(packed).t());
}

class GoldenNetworks : public ::testing::TestWithParam<const char*> {};

TEST_P(GoldenNetworks, EqualTransformers) {
  auto parameters = load(GetParam());
  const Golden expected = golden(GetParam());
  const bool span = parameters.options.head == TrainedHead::kSpan;
  const Network network(parameters);
  for (std::size_t row = 0; row < expected.rows.size(); ++row) {
    EXPECT_THAT(outputs_of(network, span, expected.rows, row),
                Pointwise(FloatNear(1e-4F), expected.outputs[row]));
  }
}

TEST_P(GoldenNetworks, SavedFolderGivesTheSameLogits) {
  auto parameters = load(GetParam());
  const bool span = parameters.options.head == TrainedHead::kSpan;
  Random random(3);
  for (float& value : parameters.set.trained()) {
    value += static_cast<float>(.05 * random.normal());
  }
  const TestFolder temporary;
  const fs::path folder = temporary.path() / "saved";
  const auto saved = write_model(parameters, {kEncoders / GetParam(), {}}, folder);
  ASSERT_TRUE(saved) << saved.error().to_string();
  const auto opened = model::open_model_folder(folder);
  ASSERT_TRUE(opened) << opened.error().to_string();
  const auto engine = model::load_engine(
      *opened, span ? model::Head::kSpan : model::Head::kClassify, {.threads = 1});
  ASSERT_TRUE(engine) << engine.error().to_string();
  const Golden inputs = golden(GetParam());
  const Network network(parameters);
  for (std::size_t row = 0; row < inputs.rows.size(); ++row) {
    const auto tokens = inputs.rows.row(row);
    const model::Row one = {{tokens.ids.begin(), tokens.ids.end()},
                            {tokens.types.begin(), tokens.types.end()}};
    model::EngineWork work;
    const auto expected = (*engine)->run({&one, 1}, work);
    ASSERT_TRUE(expected) << expected.error().to_string();
    EXPECT_THAT(outputs_of(network, span, inputs.rows, row),
                Pointwise(FloatNear(1e-4F), expected->front()));
  }
}

// A loss that depends on every output, differently.
at::Tensor loss_of(const Network& network, bool span, const PackedRows& rows) {
  const at::Tensor outputs = span ? network.mark_spans(rows) : network.classify(rows);
  const at::Tensor weights = at::sin(at::arange(outputs.numel(), at::kFloat)).view_as(outputs);
  return (at::tanh(outputs) * weights).sum();
}

TEST_P(GoldenNetworks, GradientsEqualDifferences) {
  auto parameters = load(GetParam(), /*train_words=*/true);
  const bool span = parameters.options.head == TrainedHead::kSpan;
  const Golden inputs = golden(GetParam());
  const PackedRows rows(inputs.rows, all_rows(inputs.rows));
  const auto gradients = [&] {
    const Network network(parameters);
    return network.gradients(loss_of(network, span, rows));
  }();
  const auto loss_at = [&] { return loss_of(Network(parameters), span, rows).item<double>(); };
  expect_slopes(parameters.set, gradients, loss_at);
}

double norm_of_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
  }
  return std::sqrt(sum);
}

// bfloat16 has 8 bits: a rounding moves a number by .4 % at most, a gradient by a few roundings.
TEST_P(GoldenNetworks, GradientsInBf16AreClose) {
  if (!processor_multiplies_bf16()) GTEST_SKIP() << "the processor has no AVX-512 BF16";
  auto parameters = load(GetParam());
  const bool span = parameters.options.head == TrainedHead::kSpan;
  const Golden inputs = golden(GetParam());
  const PackedRows rows(inputs.rows, all_rows(inputs.rows));
  const auto gradients_in = [&](Precision precision) {
    parameters.options.precision = precision;
    const Network network(parameters);
    return network.gradients(loss_of(network, span, rows));
  };
  const auto exact = gradients_in(Precision::kF32);
  const auto rounded = gradients_in(Precision::kBf16);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto expected = numbers(exact[i]);
    const double difference = norm_of_difference(numbers(rounded[i]), expected);
    const double norm = norm_of_difference(expected, std::vector<float>(expected.size()));
    EXPECT_GT(difference, 0) << i;
    EXPECT_LT(difference, .03 * norm) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Heads, GoldenNetworks, ::testing::Values("bert_classify", "bert_span"));

TEST(Network, FrozenParametersHaveNoGradient) {
  EncoderOptions options;
  options.frozen_layers = 1;
  auto parameters = load_encoder(kEncoders / "bert_classify", options, {"yes", "no"}, 1);
  ASSERT_TRUE(parameters);
  const Golden inputs = golden("bert_classify");
  const Network network(*parameters);
  const auto gradients = network.gradients(
      network.classify(PackedRows(inputs.rows, all_rows(inputs.rows))).square().sum());
  constexpr std::size_t kOfLayer = 12;
  constexpr std::size_t kOfHead = 4;
  EXPECT_EQ(gradients.size(), kOfLayer + kOfHead);
}

}  // namespace
}  // namespace assay::train
