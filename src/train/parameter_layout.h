#pragma once
// Registers the parameters of a network in the order in which it uses them, under the names that
// Hugging Face gives them. Values come later (encoder_parameters.h).

#include <string>

#include "train/encoder_parameters.h"

namespace assay::train {

// Adds to one set. Every call returns places in ParameterSet::all().
class ParameterLayout {
 public:
  explicit ParameterLayout(ParameterSet& set) : set_(set) {}

  std::size_t matrix(std::vector<std::string> parts, std::vector<std::size_t> shape, bool trained);
  std::size_t vector(std::vector<std::string> parts, std::size_t size, bool trained);
  // A layer of BERT: `name` ends in a dot.
  LayerPlaces layer(const std::string& name, const model::ModelConfig& config, bool trained);

 private:
  ParameterSet& set_;
};

EncoderPlaces lay_encoder(ParameterSet& set, const model::ModelConfig& config,
                          const EncoderOptions& options);
// The head of a classifier or a span reader.
void lay_head(ParameterSet& set, const model::ModelConfig& config, TrainedHead head,
              EncoderPlaces& places);
DecoderPlaces lay_decoder(ParameterSet& set, const model::ModelConfig& config,
                          const DecoderOptions& options);

}  // namespace assay::train
