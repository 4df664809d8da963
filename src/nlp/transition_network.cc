#include "nlp/transition_network.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <utility>

namespace assay::nlp {
namespace {

tl::unexpected<Error> misfit() {
  return fail(ErrorCode::kCorrupt, "thinc model: the sizes of two layers do not fit");
}

Result<void> expect_value(const SpacyConfig& config, const std::string& section,
                          std::string_view key, bool wanted) {
  const auto value = config.boolean(section, key);
  if (!value) return tl::unexpected(value.error());
  if (*value == wanted) return {};
  return fail(ErrorCode::kUnsupported,
              fmt::format("[{}] with {} = {} is not supported", section, key, *value));
}

// The root's layers, in the order of the file, are tok2vec >> list2array >> linear, the lower and
// the upper layer; so of the two linear layers the first is the upper one.
struct NetworkLayers {
  const ThincLayer* reduce;
  const ThincLayer* lower;
  const ThincLayer* upper;
};

Result<NetworkLayers> find_layers(const ThincModel& model) {
  const auto linear = model.named("linear", 2);
  if (!linear) return tl::unexpected(linear.error());
  const auto lower = model.named("precomputable_affine", 1);
  if (!lower) return tl::unexpected(lower.error());
  const bool composed = model.root().name == "parser_model" && model.layers().size() > 3 &&
                        &model.layers()[2] == lower->front() &&
                        &model.layers()[3] == linear->front() &&
                        model.layers()[1].name.ends_with(">>list2array>>linear");
  if (!composed) {
    return fail(ErrorCode::kUnsupported,
                fmt::format("the network `{}` is not composed as a transition-based parser",
                            model.root().name));
  }
  return NetworkLayers{(*linear)[1], lower->front(), linear->front()};
}

}  // namespace

Result<AffineLayer> read_dense(const ThincLayer& layer, std::size_t outputs, std::size_t depth) {
  const auto weights = layer.parameter("W", 2);
  if (!weights) return tl::unexpected(weights.error());
  const auto bias = layer.parameter("b", 1);
  if (!bias) return tl::unexpected(bias.error());
  if ((*weights)->shape[0] != outputs || (*weights)->shape[1] != depth ||
      (*bias)->values.size() != outputs) {
    return fail(ErrorCode::kCorrupt,
                fmt::format("thinc model: a {} layer is not {} by {}", layer.name, outputs, depth));
  }
  return AffineLayer{PackedMatrix((*weights)->values, outputs, depth),
                     padded_copy((*bias)->values)};
}

Result<TransitionNetwork> TransitionNetwork::read(const SpacyConfig& config,
                                                  const std::string& section,
                                                  const ThincModel& model, std::size_t token_width,
                                                  std::size_t places, std::size_t actions) {
  assert(places <= kMostPlaces);
  const auto architecture = config.string(section, "@architectures");
  if (!architecture) return tl::unexpected(architecture.error());
  if (*architecture != "spacy.TransitionBasedParser.v2") {
    return fail(ErrorCode::kUnsupported,
                fmt::format("[{}] is `{}`, which is not supported", section, *architecture));
  }
  for (const auto& [key, wanted] : {std::pair{"extra_state_tokens", false}, {"use_upper", true}}) {
    if (const auto checked = expect_value(config, section, key, wanted); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  const auto layers = find_layers(model);
  if (!layers) return tl::unexpected(layers.error());
  TransitionNetwork network;
  network.token_width_ = token_width;
  network.actions_ = actions;
  if (const auto read = network.read_lower(*layers->lower, places); !read) {
    return tl::unexpected(read.error());
  }
  auto reduce = read_dense(*layers->reduce, network.lower_.depth(), token_width);
  if (!reduce) return tl::unexpected(reduce.error());
  network.reduce_ = *std::move(reduce);
  auto upper = read_dense(*layers->upper, actions, network.hidden_width_);
  if (!upper) return tl::unexpected(upper.error());
  network.upper_ = *std::move(upper);
  return network;
}

// thinc stores [place][hidden][piece]; here the piece comes first, so that the largest piece is an
// elementwise maximum of contiguous vectors.
Result<void> TransitionNetwork::read_lower(const ThincLayer& layer, std::size_t places) {
  const auto weights = layer.parameter("W", 4);
  if (!weights) return tl::unexpected(weights.error());
  const auto bias = layer.parameter("b", 2);
  if (!bias) return tl::unexpected(bias.error());
  const auto pad = layer.parameter("pad", 4);
  if (!pad) return tl::unexpected(pad.error());
  const std::vector<std::size_t>& shape = (*weights)->shape;
  hidden_width_ = shape[1];
  pieces_ = shape[2];
  const std::size_t depth = shape[3];
  if (shape[0] != places || (*bias)->shape != std::vector{hidden_width_, pieces_} ||
      (*pad)->shape != std::vector<std::size_t>{1, places, hidden_width_, pieces_}) {
    return misfit();
  }
  if (hidden_width_ % kLanes != 0) {
    return fail(ErrorCode::kUnsupported,
                fmt::format("a hidden width of {}: only multiples of {} are supported",
                            hidden_width_, kLanes));
  }
  std::vector<float> rows((*weights)->values.size());
  missing_token_.resize(places * place_size());
  lower_bias_.resize(place_size());
  for (std::size_t to = 0; to < places * place_size(); ++to) {
    const std::size_t place = to / place_size();
    const std::size_t piece = to % place_size() / hidden_width_;
    const std::size_t hidden = to % hidden_width_;
    const std::size_t within = hidden * pieces_ + piece;
    const std::size_t from = place * place_size() + within;
    for (std::size_t k = 0; k < depth; ++k) {
      rows[to * depth + k] = (*weights)->values[from * depth + k];
    }
    missing_token_[to] = (*pad)->values[from];
    if (place == 0) lower_bias_[to] = (*bias)->values[within];
  }
  lower_ = PackedMatrix(rows, places * place_size(), depth);
  return {};
}

void TransitionNetwork::start(const float* tokens, std::size_t count,
                              TransitionScratch& scratch) const {
  const std::size_t reduced_stride = reduce_.weights.stride();
  float* reduced = at_least(scratch.reduced, count * reduced_stride);
  reduce_.apply(tokens, token_width_, count, reduced, reduced_stride);
  float* features = at_least(scratch.features, count * lower_.stride());
  lower_.multiply(reduced, reduced_stride, count, nullptr, features, lower_.stride());
  at_least(scratch.hidden, hidden_width_);
  at_least(scratch.scores, upper_.weights.stride());
}

std::span<const float> TransitionNetwork::score(std::span<const std::ptrdiff_t> places,
                                                TransitionScratch& scratch) const {
  assert(places.size() * place_size() == missing_token_.size());
  std::array<const float*, kMostPlaces> rows;
  for (std::size_t i = 0; i < places.size(); ++i) {
    rows[i] = i * place_size() + (places[i] == kNoToken
                                      ? missing_token_.data()
                                      : scratch.features.data() +
                                            static_cast<std::size_t>(places[i]) * lower_.stride());
  }
  best_kernels().sum_maxout({.rows = rows.data(),
                             .row_count = places.size(),
                             .bias = lower_bias_.data(),
                             .width = hidden_width_,
                             .pieces = pieces_,
                             .output = scratch.hidden.data()});
  upper_.apply(scratch.hidden.data(), hidden_width_, 1, scratch.scores.data(),
               upper_.weights.stride());
  return {scratch.scores.data(), actions_};
}

}  // namespace assay::nlp
