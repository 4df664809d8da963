#pragma once
// The parameters of a BERT encoder with its head or decoder, under the names that Hugging Face
// gives them, and the way of a checkpoint in and out.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/error.h"
#include "model/model_folder.h"
#include "train/parameters.h"
#include "train/precision.h"
#include "train/token_rows.h"

namespace assay::train {

enum class TrainedHead { kClassify, kSpan, kGenerate };

// Of a network that writes (TrainedHead::kGenerate).
struct DecoderOptions {
  std::size_t layers = 2;
  std::size_t positions = 48;  // most tokens of what it writes, the end token included
  // Only the first so many tokens of the vocabulary can be written, the others only be copied; 0:
  // all.
  std::size_t outputs = 0;
};

struct EncoderOptions {
  TrainedHead head = TrainedHead::kClassify;
  bool train_word_embeddings = false;
  std::size_t frozen_layers = 0;  // the lowest; the embeddings are frozen with them
  Precision precision = Precision::kF32;
  DecoderOptions decoder{};
};

// Places of the parameters in ParameterSet::all().
struct LayerPlaces {
  std::size_t qkv_weight, qkv_bias;  // query, key and value stacked
  std::size_t out_weight, out_bias;
  std::size_t out_norm_weight, out_norm_bias;
  std::size_t wide_weight, wide_bias;
  std::size_t narrow_weight, narrow_bias;
  std::size_t norm_weight, norm_bias;
};

struct EncoderPlaces {
  std::size_t words, positions, types, norm_weight, norm_bias;
  std::vector<LayerPlaces> layers;
  std::size_t pooler_weight = 0, pooler_bias = 0;  // of a classifier
  std::size_t head_weight = 0, head_bias = 0;      // of a classifier or a span reader
};

// A layer of a decoder: `own` as in the encoder, and between its attention and its wide part the
// attention to the source.
struct DecoderLayerPlaces {
  LayerPlaces own;
  std::size_t query_weight, query_bias;
  std::size_t key_value_weight, key_value_bias;  // stacked
  std::size_t cross_out_weight, cross_out_bias;
  std::size_t cross_norm_weight, cross_norm_bias;
};

struct DecoderPlaces {
  std::size_t positions, norm_weight, norm_bias;
  std::vector<DecoderLayerPlaces> layers;
  std::size_t transform_weight, transform_bias;  // before the product with the word embeddings
  std::size_t transform_norm_weight, transform_norm_bias;
  std::size_t vocabulary_bias;
  std::size_t copy_query_weight, copy_query_bias;  // attention that copies words of the source
  std::size_t copy_key_weight, copy_key_bias;
  std::size_t gate_weight, gate_bias;  // how much is copied
};

struct EncoderParameters {
  model::ModelConfig config;  // sizes and labels of what is trained
  EncoderOptions options;
  ParameterSet set;
  EncoderPlaces places{};
  DecoderPlaces decoder{};
  bool has_new_head = false;  // the base had none that fits: head or decoder begin anew
};

// Reads a base folder (config.json, model.safetensors of the BERT family). A head that the base
// does not have is drawn from a normal distribution (deviation .02) by `seed`; a decoder, from the
// encoder (decoder_start.h). `labels` name the outputs of a classifier; one of the base with the
// same labels is gone on with, its outputs brought into their order. Failure: kUnsupported for
// other families or activations; kCorrupt names tensors that are missing.
Result<EncoderParameters> load_encoder(const std::filesystem::path& folder,
                                       const EncoderOptions& options,
                                       const std::vector<std::string>& labels, std::uint64_t seed);

// kCorrupt when the network has no embedding for an id of the rows: tokenizer and weights
// do not belong together.
Result<void> check_rows(const EncoderParameters& parameters, const TokenRows& rows);

// Writes every parameter to a safetensors file, aside first and then renamed.
Result<void> save_safetensors(const ParameterSet& set, const std::filesystem::path& file);

}  // namespace assay::train
