// How a Tok2Vec is read and checked; what it computes is in tok2vec.cc.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

#include "nlp/tok2vec.h"

namespace assay::nlp {
namespace {

// Bounds the cache to about 32 MB for the usual width of 96.
constexpr std::size_t kMostCachedWords = 8192;
// The only one that spaCy's own configurations use: one row on either side.
constexpr std::size_t kWindowSize = 1;
constexpr std::size_t kSlots = 2 * kWindowSize + 1;

tl::unexpected<Error> unsupported(std::string message) {
  return fail(ErrorCode::kUnsupported, std::move(message));
}

Result<void> expect_architecture(const SpacyConfig& config, const std::string& section,
                                 std::string_view wanted) {
  const auto name = config.string(section, "@architectures");
  if (!name) return tl::unexpected(name.error());
  if (*name == wanted) return {};
  return unsupported(fmt::format("[{}] is `{}`; only `{}` is supported", section, *name, wanted));
}

Result<TokenAttribute> attribute_named(std::string_view name) {
  using enum TokenAttribute;
  constexpr std::pair<std::string_view, TokenAttribute> kAttributes[] = {
      {"NORM", kNorm},   {"PREFIX", kPrefix}, {"SUFFIX", kSuffix},
      {"SHAPE", kShape}, {"SPACY", kSpacy},   {"IS_SPACE", kIsSpace}};
  for (const auto& [known, attribute] : kAttributes) {
    if (known == name) return attribute;
  }
  return unsupported(fmt::format("the embedded token attribute `{}` is not supported", name));
}

std::string repeated(std::string_view text, std::string_view separator, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) result += separator;
    result += text;
  }
  return result;
}

// The name that thinc composes for a Tok2Vec of this depth and so many tables.
std::string layer_name(std::size_t tables, std::size_t depth) {
  return fmt::format(
      "extract_features>>list2ragged>>with_array({})>>with_array(maxout>>layernorm>>dropout)>>"
      "ragged2list>>with_array({})",
      repeated("ints-getitem>>hashembed", "|", tables),
      repeated("residual(expand_window>>maxout>>layernorm>>dropout)", ">>", depth));
}

// What config.cfg says of the network.
struct Outline {
  std::size_t tables = 0;
  std::size_t depth = 0;
};

Result<Outline> read_outline(const SpacyConfig& config, const std::string& section) {
  const std::string embed = section + ".embed";
  const std::string encode = section + ".encode";
  for (const auto& [part, wanted] : {std::pair{section, "spacy.Tok2Vec.v2"},
                                     {embed, "spacy.MultiHashEmbed.v2"},
                                     {encode, "spacy.MaxoutWindowEncoder.v2"}}) {
    if (const auto checked = expect_architecture(config, part, wanted); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  const auto vectors = config.boolean(embed, "include_static_vectors");
  if (!vectors) return tl::unexpected(vectors.error());
  if (*vectors) return unsupported(fmt::format("[{}] uses static vectors", embed));
  const auto attributes = config.strings(embed, "attrs");
  if (!attributes) return tl::unexpected(attributes.error());
  const auto depth = config.size(encode, "depth");
  if (!depth) return tl::unexpected(depth.error());
  const auto window = config.size(encode, "window_size");
  if (!window) return tl::unexpected(window.error());
  constexpr std::size_t kMost = 64;
  if (attributes->empty() || *depth == 0 || *depth > kMost || *window != kWindowSize) {
    return unsupported(fmt::format("[{}] or [{}] has an unusual size", embed, encode));
  }
  return Outline{attributes->size(), *depth};
}

Result<HashEmbedding> read_table(const ThincLayer& layer, const std::string& attribute_name,
                                 std::size_t width) {
  const auto attribute = attribute_named(attribute_name);
  if (!attribute) return tl::unexpected(attribute.error());
  const auto rows = layer.parameter("E", 2);
  if (!rows) return tl::unexpected(rows.error());
  const auto seed = layer.size_attribute("seed");
  if (!seed) return tl::unexpected(seed.error());
  if ((*rows)->shape[1] != width || *seed > std::numeric_limits<std::uint32_t>::max()) {
    return fail(ErrorCode::kCorrupt, "thinc model: an embedding table does not fit its network");
  }
  return HashEmbedding(*attribute, static_cast<std::uint32_t>(*seed), width, (*rows)->values);
}

Result<std::vector<HashEmbedding>> read_tables(const ThincModel& model, std::size_t count,
                                               std::size_t width) {
  const auto extractors = model.named("extract_features", 1);
  if (!extractors) return tl::unexpected(extractors.error());
  const auto columns = extractors->front()->strings_attribute("columns");
  if (!columns) return tl::unexpected(columns.error());
  const auto layers = model.named("hashembed", count);
  if (!layers) return tl::unexpected(layers.error());
  if (columns->size() != count) {
    return fail(ErrorCode::kCorrupt, "thinc model: config.cfg has another number of attributes");
  }
  std::vector<HashEmbedding> tables;
  for (const ThincLayer* layer : *layers) {
    const auto column = layer->size_attribute("column");
    if (!column) return tl::unexpected(column.error());
    if (*column >= count) {
      return fail(ErrorCode::kCorrupt, "thinc model: an embedding table reads no attribute");
    }
    auto table = read_table(*layer, (*columns)[*column], width);
    if (!table) return tl::unexpected(table.error());
    tables.push_back(*std::move(table));
  }
  return tables;
}

// Rows [slot][piece][output] from rows [piece][output] over the whole window.
std::vector<float> split_by_slot(const MaxoutWeights& weights) {
  const std::size_t rows = weights.pieces * weights.width;
  const std::size_t depth = weights.inputs / kSlots;
  std::vector<float> split;
  split.reserve(weights.rows.size());
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    for (std::size_t row = 0; row < rows; ++row) {
      const float* from = weights.rows.data() + row * weights.inputs + slot * depth;
      split.insert(split.end(), from, from + depth);
    }
  }
  return split;
}

tl::unexpected<Error> misfit() {
  return fail(ErrorCode::kCorrupt, "thinc model: the sizes of two layers do not fit");
}

}  // namespace

Result<std::unique_ptr<Tok2Vec>> Tok2Vec::read(const SpacyConfig& config,
                                               const std::string& section,
                                               const ThincModel& model) {
  const auto outline = read_outline(config, section);
  if (!outline) return tl::unexpected(outline.error());
  if (model.named(layer_name(outline->tables, outline->depth)).size() != 1) {
    return unsupported(fmt::format("[{}]: the saved network is not the configured Tok2Vec but `{}`",
                                   section, model.root().name));
  }
  const auto windows = model.named("expand_window", outline->depth);
  if (!windows) return tl::unexpected(windows.error());
  for (const ThincLayer* layer : *windows) {
    const auto window = layer->size_attribute("window_size");
    if (!window) return tl::unexpected(window.error());
    if (*window != kWindowSize) return misfit();
  }
  return read_layers(model, outline->tables, outline->depth);
}

Result<std::unique_ptr<Tok2Vec>> Tok2Vec::read_layers(const ThincModel& model, std::size_t tables,
                                                      std::size_t depth) {
  const auto maxouts = model.named("maxout", depth + 1);
  if (!maxouts) return tl::unexpected(maxouts.error());
  const auto norms = model.named("layernorm", depth + 1);
  if (!norms) return tl::unexpected(norms.error());
  std::unique_ptr<Tok2Vec> network(new Tok2Vec);
  for (std::size_t i = 0; i <= depth; ++i) {
    const ThincLayer& maxout = *(*maxouts)[i];
    const ThincLayer& norm = *(*norms)[i];
    const auto read = i == 0   ? network->read_mixer(maxout, norm, tables)
                      : i == 1 ? network->read_first_layer(maxout, norm)
                               : network->read_later_layer(maxout, norm);
    if (!read) return tl::unexpected(read.error());
  }
  auto read = read_tables(model, tables, network->width_);
  if (!read) return tl::unexpected(read.error());
  network->tables_ = *std::move(read);
  network->no_word_.assign(network->word_values(), 0);
  network->cache_ = std::make_unique<WordCache>(network->word_values(), kMostCachedWords);
  return network;
}

Result<void> Tok2Vec::read_mixer(const ThincLayer& maxout, const ThincLayer& norm,
                                 std::size_t tables) {
  const auto weights = read_maxout(maxout);
  if (!weights) return tl::unexpected(weights.error());
  if (weights->inputs != tables * weights->width) return misfit();
  auto read = MaxoutNorm::read(*weights, norm);
  if (!read) return tl::unexpected(read.error());
  width_ = weights->width;
  mixer_norm_ = *std::move(read);
  mixer_weights_ = PackedMatrix(weights->rows, weights->pieces * width_, weights->inputs);
  return {};
}

Result<void> Tok2Vec::read_first_layer(const ThincLayer& maxout, const ThincLayer& norm) {
  const auto weights = read_maxout(maxout);
  if (!weights) return tl::unexpected(weights.error());
  if (weights->width != width_ || weights->inputs != kSlots * width_) return misfit();
  auto read = MaxoutNorm::read(*weights, norm);
  if (!read) return tl::unexpected(read.error());
  first_norm_ = *std::move(read);
  first_outputs_ = weights->pieces * width_;
  first_products_ = PackedMatrix(split_by_slot(*weights), kSlots * first_outputs_, width_);
  return {};
}

Result<void> Tok2Vec::read_later_layer(const ThincLayer& maxout, const ThincLayer& norm) {
  auto layer = WindowLayer::read(maxout, norm);
  if (!layer) return tl::unexpected(layer.error());
  if (layer->width() != width_) return misfit();
  later_layers_.push_back(*std::move(layer));
  return {};
}

}  // namespace assay::nlp
