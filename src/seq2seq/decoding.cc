#include <algorithm>
#include <cmath>

#include "seq2seq/network.h"
#include "seq2seq/normalise.h"
#include "seq2seq/row_kernels_avx2.h"

namespace assay::seq2seq {
namespace {

float sigmoid(float x) {
  return static_cast<float>(1 / (1 + std::exp(-static_cast<double>(x))));
}

}  // namespace

void Decoding::embed(std::span<const Hypothesis> hypotheses) {
  const std::size_t hidden = network_.hidden_;
  state_.assign(hypotheses.size() * hidden, 0.0F);
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    float* at = state_.data() + i * hidden;
    network_.words_.add_row_to(static_cast<std::size_t>(hypotheses[i].token), at);
    network_.output_positions_.add_row_to(written_.size() - 1, at);
  }
  normalise(state_.data(), nullptr, hypotheses.size(), hidden, network_.output_embedding_norm_,
            state_.data());
}

// Everything from the first token to this one; the order of the places does not matter to a model
// that has their positions in them, but it is the order of writing, so that sums stay the same.
void Decoding::look_at_output(std::size_t layer, std::size_t hypothesis) {
  const std::size_t hidden = network_.hidden_;
  space_.memory.clear();
  std::size_t at = hypothesis;
  for (std::size_t step = written_.size(); step-- > 0;) {
    space_.memory.push_back(written_[step].qkv[layer].data() + at * 3 * hidden + hidden);
    at = written_[step].parents[at];
  }
  std::reverse(space_.memory.begin(), space_.memory.end());
  network_.look(written_.back().qkv[layer].data() + hypothesis * 3 * hidden, space_.memory.size(),
                space_.attended.data() + hypothesis * hidden, space_);
}

void Decoding::look_at_source(std::size_t layer, const Hypothesis& hypothesis, const float* query,
                              float* out) {
  const std::vector<float>& key_values = sources_.key_values[layer];
  space_.memory.clear();
  const std::size_t begin = sources_.begins[hypothesis.source];
  const std::size_t end = sources_.begins[hypothesis.source + 1];
  for (std::size_t i = begin; i < end; ++i) {
    space_.memory.push_back(key_values.data() + i * 2 * network_.hidden_);
  }
  network_.look(query, space_.memory.size(), out, space_);
}

void Decoding::run_layer(std::size_t index, std::span<const Hypothesis> hypotheses) {
  const DecoderLayer& layer = network_.decoder_[index];
  const std::size_t rows = hypotheses.size();
  const std::size_t hidden = network_.hidden_;
  std::vector<float>& qkv = written_.back().qkv[index];
  qkv.resize(rows * 3 * hidden);
  layer.own.qkv.run(state_.data(), rows, qkv.data(), space_.product);
  space_.attended.resize(rows * hidden);
  for (std::size_t i = 0; i < rows; ++i) look_at_output(index, i);
  network_.mix(layer.own, rows, state_, space_);
  query_.resize(rows * hidden);
  layer.query.run(state_.data(), rows, query_.data(), space_.product);
  for (std::size_t i = 0; i < rows; ++i) {
    look_at_source(index, hypotheses[i], query_.data() + i * hidden,
                   space_.attended.data() + i * hidden);
  }
  space_.projected.resize(rows * hidden);
  layer.cross_out.run(space_.attended.data(), rows, space_.projected.data(), space_.product);
  normalise(space_.projected.data(), state_.data(), rows, hidden, layer.cross_norm, state_.data());
  network_.wide_part(layer.own, rows, state_, space_);
}

void Decoding::add_copies(const Hypothesis& hypothesis, const float* query, float share,
                          std::span<float> probabilities) {
  const std::size_t hidden = network_.hidden_;
  const float scale = 1.0F / std::sqrt(static_cast<float>(hidden));
  const std::size_t begin = sources_.begins[hypothesis.source];
  const std::size_t length = sources_.begins[hypothesis.source + 1] - begin;
  space_.shares.resize(std::max(space_.shares.size(), length));
  for (std::size_t i = 0; i < length; ++i) {
    space_.shares[i] =
        scale * avx2::dot(query, sources_.copy_keys.data() + (begin + i) * hidden, hidden);
  }
  avx2::softmax(space_.shares.data(), length);
  for (std::size_t i = 0; i < length; ++i) {
    probabilities[static_cast<std::size_t>(sources_.ids[begin + i])] += share * space_.shares[i];
  }
}

void Decoding::find_probabilities(std::span<const Hypothesis> hypotheses,
                                  std::vector<float>& probabilities) {
  const std::size_t rows = hypotheses.size();
  const std::size_t hidden = network_.hidden_;
  const std::size_t outputs = network_.vocabulary_.outputs();
  query_.resize(rows * hidden);
  network_.copy_query_.run(state_.data(), rows, query_.data(), space_.product);
  space_.projected.resize(rows * hidden);
  network_.transform_.run(state_.data(), rows, space_.projected.data(), space_.product);
  avx2::gelu(space_.projected.data(), rows * hidden);
  normalise(space_.projected.data(), nullptr, rows, hidden, network_.transform_norm_,
            space_.projected.data());
  space_.inner.resize(rows * outputs);
  network_.vocabulary_.run(space_.projected.data(), rows, space_.inner.data(), space_.product);
  probabilities.assign(rows * network_.vocabulary(), 0.0F);
  for (std::size_t i = 0; i < rows; ++i) {
    float* logits = space_.inner.data() + i * outputs;
    avx2::softmax(logits, outputs);
    const float gate = sigmoid(
        avx2::dot(state_.data() + i * hidden, network_.gate_.data(), hidden) + network_.gate_bias_);
    const std::span<float> of_row =
        std::span(probabilities).subspan(i * network_.vocabulary(), network_.vocabulary());
    for (std::size_t token = 0; token < outputs; ++token)
      of_row[token] = (1 - gate) * logits[token];
    add_copies(hypotheses[i], query_.data() + i * hidden, gate, of_row);
  }
}

void Decoding::step(std::span<const Hypothesis> hypotheses, std::vector<float>& probabilities) {
  Written& now = written_.emplace_back();
  now.qkv.resize(network_.decoder_.size());
  for (const Hypothesis& hypothesis : hypotheses) now.parents.push_back(hypothesis.parent);
  embed(hypotheses);
  for (std::size_t layer = 0; layer < network_.decoder_.size(); ++layer) {
    run_layer(layer, hypotheses);
  }
  find_probabilities(hypotheses, probabilities);
}

}  // namespace assay::seq2seq
