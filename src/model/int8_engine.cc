// Runs an Int8Network with the kernels for this processor.
//
// Sequences are laid end to end without padding and computed in packs that fit the caches. Integer
// sums are exact and all floating point is by row, so that a sequence's logits do not depend on the
// pack it is in.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "base/parallel.h"
#include "model/aligned_buffer.h"
#include "model/int8_kernels_avx2.h"
#include "model/int8_network.h"
#include "model/int8_packed_layer.h"

namespace assay::model {
namespace {

using Floats = std::vector<float>;

Quantiser view(const QuantiseTo& to) {
  return {to.factors.data(), to.low, to.high};
}

avx2::Normalisation view(const LayerNorm& norm) {
  return {norm.gamma.data(), norm.beta.data(), norm.epsilon};
}

// Rows of one pack: where each sequence begins.
struct Pack {
  std::vector<std::size_t> rows;    // positions in the caller's list
  std::vector<std::size_t> begins;  // first token of each, and one past the last of all
  std::size_t tokens() const { return begins.back(); }
};

std::vector<Pack> make_packs(std::span<const Row> rows, std::size_t most_tokens) {
  std::vector<Pack> packs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (packs.empty() || packs.back().tokens() + rows[i].size() > most_tokens) {
      packs.push_back({{}, {0}});
    }
    packs.back().rows.push_back(i);
    packs.back().begins.push_back(packs.back().tokens() + rows[i].size());
  }
  return packs;
}

// Tokens that share one pass over the weights: enough to hide fetching them, few enough for the
// activations to stay in the second-level cache.
constexpr std::size_t kPackTokens = 128;

// All that one pack needs while it is computed.
struct Workspace {
  Workspace(std::size_t tokens, std::size_t longest, std::size_t hidden, std::size_t wide,
            const ProductKernels& kernels)
      : state(padded_rows(tokens) * hidden),
        other(padded_rows(tokens) * hidden),
        value(padded_rows(tokens) * hidden),
        attended(padded_rows(tokens) * hidden),
        input(padded_rows(tokens) * hidden),
        query((tokens + kRowStep) * hidden),
        key(padded_rows(tokens) * hidden),
        inner(padded_rows(tokens) * wide),
        panel(avx2::panel_size(hidden)),
        product(kernels.scratch_bytes(tokens, std::max(hidden, wide))),
        scores(padded_rows(longest) * avx2::scores_stride(longest)) {}

  AlignedBuffer<float> state, other, value, attended;
  AlignedBuffer<std::int16_t> input, query, key, inner, panel;
  AlignedBuffer<std::uint8_t> product;
  AlignedBuffer<float> scores;
};

class Int8Engine : public Engine {
 public:
  Int8Engine(const Int8Network& network, const ModelFolder& folder, Head head,
             const EngineOptions& options, const ProductKernels& kernels)
      : kernels_(kernels),
        hidden_(network.hidden),
        heads_(network.heads),
        words_(network.words),
        types_(network.types),
        positions_(network.positions),
        embedding_norm_(network.embedding_norm),
        layers_(pack_layers(network, kernels)),
        pooler_(network.pooler),
        output_(network.output),
        file_(folder.weights.string()),
        head_(head),
        options_(options),
        pack_tokens_(std::min(options.batch_tokens, kPackTokens)) {}

  Result<std::vector<Floats>> run(std::span<const Row> rows, EngineWork& work) override {
    std::size_t tokens = 0;
    for (const Row& row : rows) {
      if (!fits(row)) {
        return fail(ErrorCode::kCorrupt, file_ + ": a token id is outside its vocabulary",
                    "tokenizer.json and the weights are of different models");
      }
      tokens += row.size();
    }
    work.padded_tokens += tokens;
    const std::size_t share = tokens / static_cast<std::size_t>(options_.threads) + 1;
    const auto packs = make_packs(rows, std::min(pack_tokens_, share));
    std::vector<Floats> outputs(rows.size());
    base::parallel_for(packs.size(), options_.threads, [&](std::size_t i) {
      if (!options_.is_interrupted()) compute(rows, packs[i], outputs);
    });
    if (options_.is_interrupted()) return interrupted();
    return outputs;
  }

  std::string name() const override { return "int8"; }

 private:
  bool fits(const Row& row) const {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row.ids[i] < 0 || static_cast<std::size_t>(row.ids[i]) >= words_.rows) return false;
      if (row.types[i] < 0 || static_cast<std::size_t>(row.types[i]) >= types_.rows) return false;
    }
    return row.size() <= positions_.rows;
  }

  void compute(std::span<const Row> rows, const Pack& pack, std::vector<Floats>& outputs) const {
    std::size_t longest = 0;
    for (const std::size_t row : pack.rows) longest = std::max(longest, rows[row].size());
    const std::size_t wide = layers_.empty() ? 0 : layers_[0].widen.columns;
    Workspace space(pack.tokens(), longest, hidden_, wide, kernels_);
    embed(rows, pack, space);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const bool firsts_only = head_ == Head::kClassify && i + 1 == layers_.size();
      run_layer(layers_[i], pack, firsts_only, space);
    }
    for (std::size_t i = 0; i < pack.rows.size(); ++i) {
      outputs[pack.rows[i]] =
          head_ == Head::kClassify
              ? classify(space.state.data() + i * hidden_)
              : spans(space.state.data() + pack.begins[i] * hidden_, rows[pack.rows[i]].size());
    }
  }

  void embed(std::span<const Row> rows, const Pack& pack, Workspace& space) const {
    float* out = space.other.data();
    for (const std::size_t index : pack.rows) {
      const Row& row = rows[index];
      for (std::size_t at = 0; at < row.size(); ++at, out += hidden_) {
        const auto id = static_cast<std::size_t>(row.ids[at]);
        const auto type = static_cast<std::size_t>(row.types[at]);
        const std::int8_t* word = words_.values.data() + id * hidden_;
        const std::int8_t* kind = types_.values.data() + type * hidden_;
        const std::int8_t* place = positions_.values.data() + at * hidden_;
        for (std::size_t k = 0; k < hidden_; ++k) {
          out[k] = (words_.scales[id] * static_cast<float>(word[k]) +
                    types_.scales[type] * static_cast<float>(kind[k])) +
                   positions_.scales[at] * static_cast<float>(place[k]);
        }
      }
    }
    avx2::normalise(space.other.data(), nullptr, pack.tokens(), hidden_, view(embedding_norm_),
                    space.state.data());
  }

  Product product(const PackedLinear& linear, const std::int16_t* input, std::size_t rows,
                  Workspace& space) const {
    return {input,
            static_cast<std::int32_t>(linear.input.low),
            rows,
            linear.depth,
            linear.columns,
            linear.weights.data(),
            linear.weight_sums.data(),
            linear.scales.data(),
            linear.biases.data(),
            space.product.data()};
  }

  // With `firsts_only`, what comes after attention is computed for the first token of each
  // sequence alone, and the state holds one row a sequence afterwards.
  void run_layer(const PackedLayer& layer, const Pack& pack, bool firsts_only,
                 Workspace& space) const {
    std::size_t rows = pack.tokens();
    avx2::quantise(space.state.data(), rows, hidden_, view(layer.query.input), space.input.data());
    kernels_.multiply_quantise(product(layer.query, space.input.data(), rows, space),
                               view(layer.query_to), space.query.data());
    kernels_.multiply_quantise(product(layer.key, space.input.data(), rows, space),
                               view(layer.key_to), space.key.data());
    kernels_.multiply(product(layer.value, space.input.data(), rows, space), space.value.data());
    attend(layer, pack, firsts_only, space);
    if (firsts_only) {
      keep_firsts(pack, space.state.data());
      keep_firsts(pack, space.attended.data());
      rows = pack.rows.size();
    }
    avx2::quantise(space.attended.data(), rows, hidden_, view(layer.mix.input), space.input.data());
    kernels_.multiply(product(layer.mix, space.input.data(), rows, space), space.other.data());
    avx2::normalise(space.other.data(), space.state.data(), rows, hidden_, view(layer.mix_norm),
                    space.state.data());
    avx2::quantise(space.state.data(), rows, hidden_, view(layer.widen.input), space.input.data());
    kernels_.multiply_gelu_quantise(product(layer.widen, space.input.data(), rows, space),
                                    view(layer.narrow.input), space.inner.data());
    kernels_.multiply(product(layer.narrow, space.inner.data(), rows, space), space.other.data());
    avx2::normalise(space.other.data(), space.state.data(), rows, hidden_, view(layer.output_norm),
                    space.state.data());
  }

  void attend(const PackedLayer& layer, const Pack& pack, bool firsts_only,
              Workspace& space) const {
    const std::size_t width = hidden_ / heads_;
    for (std::size_t i = 0; i < pack.rows.size(); ++i) {
      const std::size_t length = pack.begins[i + 1] - pack.begins[i];
      for (std::size_t head = 0; head < heads_; ++head) {
        const std::size_t at = pack.begins[i] * hidden_ + head * width;
        avx2::attend({space.query.data() + at, space.key.data() + at, space.value.data() + at,
                      hidden_, width, length, firsts_only ? 1 : length, layer.score_scale,
                      space.panel.data(), space.scores.data(), space.attended.data() + at});
      }
    }
  }

  void keep_firsts(const Pack& pack, float* rows) const {
    for (std::size_t i = 0; i < pack.rows.size(); ++i) {
      std::memmove(rows + i * hidden_, rows + pack.begins[i] * hidden_, hidden_ * sizeof(float));
    }
  }

  static Floats multiply(const F32Linear& linear, const float* input) {
    Floats out = linear.biases;
    for (std::size_t k = 0; k < linear.depth; ++k) {
      const float* weights = linear.weights.data() + k * linear.columns;
      for (std::size_t n = 0; n < linear.columns; ++n) out[n] += input[k] * weights[n];
    }
    return out;
  }

  Floats classify(const float* first) const {
    Floats pooled = multiply(pooler_, first);
    for (float& value : pooled) value = std::tanh(value);
    return multiply(output_, pooled.data());
  }

  Floats spans(const float* state, std::size_t length) const {
    Floats logits(2 * length);
    for (std::size_t at = 0; at < length; ++at) {
      const Floats both = multiply(output_, state + at * hidden_);
      logits[at] = both[0];
      logits[length + at] = both[1];
    }
    return logits;
  }

  const ProductKernels& kernels_;
  std::size_t hidden_;
  std::size_t heads_;
  Int8Table words_, types_, positions_;
  LayerNorm embedding_norm_;
  std::vector<PackedLayer> layers_;
  F32Linear pooler_, output_;
  std::string file_;
  Head head_;
  EngineOptions options_;
  std::size_t pack_tokens_;
};

}  // namespace

bool can_run_int8_engine() {
  return can_multiply_int8();
}

std::unique_ptr<Engine> make_int8_engine(const Int8Network& network, const ModelFolder& folder,
                                         Head head, const EngineOptions& options) {
  return std::make_unique<Int8Engine>(network, folder, head, options, fastest_products(network));
}

}  // namespace assay::model
