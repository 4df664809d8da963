#include "train/decoder_start.h"

#include <algorithm>

#include "train/random.h"

namespace assay::train {
namespace {

class DecoderStart {
 public:
  DecoderStart(EncoderParameters& parameters, std::uint64_t seed)
      : parameters_(parameters), random_(seed) {}

  void start() {
    embeddings();
    const std::size_t layers = parameters_.decoder.layers.size();
    for (std::size_t i = 0; i < layers; ++i) {
      const std::size_t source = (i + 1) * parameters_.places.layers.size() / layers;
      layer(parameters_.places.layers[source == 0 ? 0 : source - 1], parameters_.decoder.layers[i]);
    }
    outputs();
  }

 private:
  std::span<float> values(std::size_t place) {
    return parameters_.set.values(parameters_.set.all()[place]);
  }

  // The first numbers of `from` (from `begin` on) fill `to`.
  void copy(std::size_t from, std::size_t to, std::size_t begin = 0) {
    const std::span<float> target = values(to);
    std::ranges::copy(values(from).subspan(begin, target.size()), target.begin());
  }

  void draw(std::size_t place) {
    for (float& value : values(place)) value = static_cast<float>(.02 * random_.normal());
  }

  void fill(std::size_t place, float value) { std::ranges::fill(values(place), value); }

  // Positions of the encoder with the embedding of type 0, which the decoder does not have.
  void embeddings() {
    const DecoderPlaces& decoder = parameters_.decoder;
    copy(parameters_.places.positions, decoder.positions);
    const std::size_t size = parameters_.config.hidden_size;
    const std::span<float> positions = values(decoder.positions);
    const std::span<float> type = values(parameters_.places.types);
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] += type[i % size];
    copy(parameters_.places.norm_weight, decoder.norm_weight);
    copy(parameters_.places.norm_bias, decoder.norm_bias);
  }

  void layer(const LayerPlaces& from, const DecoderLayerPlaces& to) {
    for (const auto place :
         {&LayerPlaces::qkv_weight, &LayerPlaces::qkv_bias, &LayerPlaces::out_weight,
          &LayerPlaces::out_bias, &LayerPlaces::out_norm_weight, &LayerPlaces::out_norm_bias,
          &LayerPlaces::wide_weight, &LayerPlaces::wide_bias, &LayerPlaces::narrow_weight,
          &LayerPlaces::narrow_bias, &LayerPlaces::norm_weight, &LayerPlaces::norm_bias}) {
      copy(from.*place, to.own.*place);
    }
    // Query, key and value lie one behind the other.
    const std::size_t size = parameters_.config.hidden_size;
    copy(from.qkv_weight, to.query_weight);
    copy(from.qkv_bias, to.query_bias);
    copy(from.qkv_weight, to.key_value_weight, size * size);
    copy(from.qkv_bias, to.key_value_bias, size);
    copy(from.out_weight, to.cross_out_weight);
    copy(from.out_bias, to.cross_out_bias);
    copy(from.out_norm_weight, to.cross_norm_weight);
    copy(from.out_norm_bias, to.cross_norm_bias);
  }

  void outputs() {
    const DecoderPlaces& decoder = parameters_.decoder;
    for (const std::size_t place : {decoder.transform_weight, decoder.copy_query_weight,
                                    decoder.copy_key_weight, decoder.gate_weight}) {
      draw(place);
    }
    fill(decoder.transform_norm_weight, 1);
    for (const std::size_t place :
         {decoder.transform_bias, decoder.transform_norm_bias, decoder.vocabulary_bias,
          decoder.copy_query_bias, decoder.copy_key_bias, decoder.gate_bias}) {
      fill(place, 0);
    }
  }

  EncoderParameters& parameters_;
  Random random_;
};

}  // namespace

void start_decoder(EncoderParameters& parameters, std::uint64_t seed) {
  DecoderStart(parameters, seed).start();
}

}  // namespace assay::train
