// The reader of saved networks takes anything; what it accepts can encode and score.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "nlp/spacy_config.h"
#include "nlp/thinc_model.h"
#include "nlp/tok2vec.h"
#include "nlp/transition_network.h"

namespace {

using namespace assay::nlp;

// What fuzz/make_thinc_seeds.py builds.
constexpr std::string_view kConfig = R"(
[components.tok2vec.model]
@architectures = "spacy.Tok2Vec.v2"
[components.tok2vec.model.embed]
@architectures = "spacy.MultiHashEmbed.v2"
attrs = ["NORM","IS_SPACE"]
include_static_vectors = false
[components.tok2vec.model.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
depth = 2
window_size = 1
[components.parser.model]
@architectures = "spacy.TransitionBasedParser.v2"
extra_state_tokens = false
use_upper = true
)";
constexpr std::size_t kWidth = 8;
constexpr std::size_t kActions = 5;
constexpr std::array<std::ptrdiff_t, 3> kPlaces = {0, TransitionNetwork::kNoToken, 1};

void encode(const SpacyConfig& config, const ThincModel& model) {
  const auto encoder = Tok2Vec::read(config, "components.tok2vec.model", model);
  if (!encoder) return;
  const std::vector<TokenIds> tokens = {{1, 2, 3, 4, true, false}, {5, 6, 7, 8, false, true}};
  Tok2VecScratch scratch;
  const float* vectors = (*encoder)->encode(tokens, scratch);
  const std::vector<float> first(vectors, vectors + 2 * (*encoder)->width());
  // From the cache this time; NaN is not equal to itself.
  vectors = (*encoder)->encode(tokens, scratch);
  const auto same = [](float a, float b) { return a == b || (a != a && b != b); };
  if (!std::equal(first.begin(), first.end(), vectors, same)) std::abort();
}

void score(const SpacyConfig& config, const ThincModel& model) {
  const auto network = TransitionNetwork::read(config, "components.parser.model", model, kWidth,
                                               kPlaces.size(), kActions);
  if (!network) return;
  const std::vector<float> vectors(2 * kWidth, 0.5F);
  TransitionScratch scratch;
  network->start(vectors.data(), 2, scratch);
  if (network->score(kPlaces, scratch).size() != kActions) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const SpacyConfig config = SpacyConfig::parse(kConfig).value();
  const auto model = ThincModel::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!model) return 0;
  encode(config, *model);
  score(config, *model);
  return 0;
}
