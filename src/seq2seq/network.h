#pragma once
// The encoder-decoder of `assay train seq2seq` (src/train/question/decoder_network.h has its formulas), for
// writing: the source is encoded once, then one token follows the other for many hypotheses at a
// time.
//
//   EncodedSources sources = network.encode(rows, space);
//   Decoding decoding(network, sources);
//   decoding.step(hypotheses, probabilities);   // hypotheses x vocabulary
//
// Sources are laid end to end without padding. A row's numbers depend on that row alone, bit for
// bit.
//
// Thread-safety: a Network may be used from many threads, each with a NetworkSpace of its own; a
// Decoding belongs to one thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/engine.h"
#include "seq2seq/weights.h"

namespace assay::seq2seq {

struct Layer {
  ByteLinear qkv, out, wide, narrow;
  Norm out_norm, norm;
};

struct DecoderLayer {
  Layer own;
  ByteLinear query, key_value, cross_out;
  Norm cross_norm;
};

// Memory for one thread.
struct NetworkSpace {
  ProductSpace product;
  std::vector<float> qkv, attended, projected, inner, shares;
  std::vector<const float*> memory;
};

// What a decoder looks at: for every token of the sources its keys and values in each layer, and
// its key for copying.
struct EncodedSources {
  std::vector<std::size_t> begins;             // of each source, and one past the last token of all
  std::vector<std::int32_t> ids;               // of all tokens
  std::vector<std::vector<float>> key_values;  // by layer: tokens x 2 hidden
  std::vector<float> copy_keys;                // tokens x hidden
};

class Network {
 public:
  explicit Network(const Weights& weights);

  std::size_t hidden() const { return hidden_; }
  std::size_t vocabulary() const { return words_.rows; }
  std::size_t most_written() const { return output_positions_.rows; }
  // kCorrupt when the network has no embedding for an id or a place.
  Result<void> check(const model::Row& row) const;

  EncodedSources encode(std::span<const model::Row* const> rows, NetworkSpace& space) const;

 private:
  friend class Decoding;

  // Attention, normalised on top of the state.
  void mix(const Layer& layer, std::size_t rows, std::vector<float>& state,
           NetworkSpace& space) const;
  void wide_part(const Layer& layer, std::size_t rows, std::vector<float>& state,
                 NetworkSpace& space) const;
  // All heads of one place: looks with `query` at `length` places of space.memory.
  void look(const float* query, std::size_t length, float* out, NetworkSpace& space) const;

  std::size_t hidden_;
  std::size_t heads_;
  ByteMatrix words_, positions_, types_;
  Norm embedding_norm_;
  std::vector<Layer> encoder_;
  ByteMatrix output_positions_;
  Norm output_embedding_norm_;
  std::vector<DecoderLayer> decoder_;
  ByteLinear transform_, vocabulary_, copy_query_, copy_key_;
  Norm transform_norm_;
  std::vector<float> gate_;
  float gate_bias_;
};

// A hypothesis of the step before, or none, and the token that follows it.
struct Hypothesis {
  std::size_t source = 0;
  std::size_t parent = 0;  // its place in the step before; of the first step nothing
  std::int32_t token = 0;
};

class Decoding {
 public:
  Decoding(const Network& network, const EncodedSources& sources, NetworkSpace& space)
      : network_(network), sources_(sources), space_(space) {}

  // The probability of every token after each hypothesis: hypotheses x vocabulary. At most
  // network.most_written() times.
  void step(std::span<const Hypothesis> hypotheses, std::vector<float>& probabilities);

 private:
  // Keys and values of one step: by layer, hypotheses x 3 hidden, the query before them.
  struct Written {
    std::vector<std::vector<float>> qkv;
    std::vector<std::size_t> parents;
  };

  void embed(std::span<const Hypothesis> hypotheses);
  void run_layer(std::size_t index, std::span<const Hypothesis> hypotheses);
  void look_at_output(std::size_t layer, std::size_t hypothesis);
  void look_at_source(std::size_t layer, const Hypothesis& hypothesis, const float* query,
                      float* out);
  void find_probabilities(std::span<const Hypothesis> hypotheses,
                          std::vector<float>& probabilities);
  void add_copies(const Hypothesis& hypothesis, const float* query, float share,
                  std::span<float> probabilities);

  const Network& network_;
  const EncodedSources& sources_;
  NetworkSpace& space_;
  std::vector<Written> written_;
  std::vector<float> state_, query_;
};

}  // namespace assay::seq2seq
