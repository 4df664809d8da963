#include "seq2seq/network.h"

#include <cmath>

#include "seq2seq/normalise.h"
#include "seq2seq/row_kernels_avx2.h"

namespace assay::seq2seq {
namespace {

ByteLinear packed(const LinearWeights& weights) {
  return {weights.matrix, weights.biases};
}

Layer packed(const LayerWeights& weights) {
  return {packed(weights.qkv),    packed(weights.out), packed(weights.wide),
          packed(weights.narrow), weights.out_norm,    weights.norm};
}

void run(const ByteLinear& linear, const float* in, std::size_t rows, std::vector<float>& out,
         NetworkSpace& space) {
  out.resize(rows * linear.outputs());
  linear.run(in, rows, out.data(), space.product);
}

}  // namespace

Network::Network(const Weights& weights)
    : hidden_(weights.hidden),
      heads_(weights.heads),
      words_(weights.words),
      positions_(weights.positions),
      types_(weights.types),
      embedding_norm_(weights.embedding_norm),
      output_positions_(weights.output_positions),
      output_embedding_norm_(weights.output_embedding_norm),
      transform_(packed(weights.transform)),
      vocabulary_(weights.words.head(weights.outputs), weights.vocabulary_biases),
      copy_query_(packed(weights.copy_query)),
      copy_key_(packed(weights.copy_key)),
      transform_norm_(weights.transform_norm),
      gate_(weights.gate),
      gate_bias_(weights.gate_bias) {
  for (const LayerWeights& layer : weights.encoder) encoder_.push_back(packed(layer));
  for (const DecoderLayerWeights& layer : weights.decoder) {
    decoder_.push_back({packed(layer.own), packed(layer.query), packed(layer.key_value),
                        packed(layer.cross_out), layer.cross_norm});
  }
}

Result<void> Network::check(const model::Row& row) const {
  const auto within = [](std::int32_t id, std::size_t size) {
    return id >= 0 && static_cast<std::size_t>(id) < size;
  };
  bool good = row.size() > 0 && row.size() <= positions_.rows;
  for (std::size_t i = 0; good && i < row.size(); ++i) {
    good = within(row.ids[i], words_.rows) && within(row.types[i], types_.rows);
  }
  if (good) return {};
  return fail(ErrorCode::kCorrupt, "a token of the text is outside what the network knows",
              "tokenizer.json and the weights are of different models");
}

void Network::look(const float* query, std::size_t length, float* out, NetworkSpace& space) const {
  const std::size_t width = hidden_ / heads_;
  const float scale = 1.0F / std::sqrt(static_cast<float>(width));
  space.shares.resize(std::max(space.shares.size(), length));
  for (std::size_t column = 0; column < hidden_; column += width) {
    avx2::look({query + column, space.memory.data(), length, column, width, hidden_, scale,
                space.shares.data(), out + column});
  }
}

void Network::mix(const Layer& layer, std::size_t rows, std::vector<float>& state,
                  NetworkSpace& space) const {
  run(layer.out, space.attended.data(), rows, space.projected, space);
  normalise(space.projected.data(), state.data(), rows, hidden_, layer.out_norm, state.data());
}

void Network::wide_part(const Layer& layer, std::size_t rows, std::vector<float>& state,
                        NetworkSpace& space) const {
  run(layer.wide, state.data(), rows, space.inner, space);
  avx2::gelu(space.inner.data(), rows * layer.wide.outputs());
  run(layer.narrow, space.inner.data(), rows, space.projected, space);
  normalise(space.projected.data(), state.data(), rows, hidden_, layer.norm, state.data());
}

EncodedSources Network::encode(std::span<const model::Row* const> rows, NetworkSpace& space) const {
  EncodedSources sources;
  sources.begins.push_back(0);
  std::vector<float> state;
  for (const model::Row* row : rows) {
    for (std::size_t i = 0; i < row->size(); ++i) {
      const std::size_t at = state.size();
      state.resize(at + hidden_, 0.0F);
      words_.add_row_to(static_cast<std::size_t>(row->ids[i]), state.data() + at);
      types_.add_row_to(static_cast<std::size_t>(row->types[i]), state.data() + at);
      positions_.add_row_to(i, state.data() + at);
    }
    sources.ids.insert(sources.ids.end(), row->ids.begin(), row->ids.end());
    sources.begins.push_back(sources.ids.size());
  }
  const std::size_t tokens = sources.ids.size();
  normalise(state.data(), nullptr, tokens, hidden_, embedding_norm_, state.data());
  space.attended.resize(tokens * hidden_);
  for (const Layer& layer : encoder_) {
    run(layer.qkv, state.data(), tokens, space.qkv, space);
    for (std::size_t source = 0; source < rows.size(); ++source) {
      space.memory.clear();
      for (std::size_t i = sources.begins[source]; i < sources.begins[source + 1]; ++i) {
        space.memory.push_back(space.qkv.data() + i * 3 * hidden_ + hidden_);
      }
      for (std::size_t i = sources.begins[source]; i < sources.begins[source + 1]; ++i) {
        look(space.qkv.data() + i * 3 * hidden_, space.memory.size(),
             space.attended.data() + i * hidden_, space);
      }
    }
    mix(layer, tokens, state, space);
    wide_part(layer, tokens, state, space);
  }
  for (const DecoderLayer& layer : decoder_) {
    run(layer.key_value, state.data(), tokens, sources.key_values.emplace_back(), space);
  }
  run(copy_key_, state.data(), tokens, sources.copy_keys, space);
  return sources;
}

}  // namespace assay::seq2seq
