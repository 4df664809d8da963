#include "model/float_export.h"

#include "model/export_folder.h"
#include "model/int8_network.h"
#include "model/openvino_engine.h"
#include "model/safetensors_text.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;

using Floats = std::vector<float>;

// value(input, output) of every weight, laid as Hugging Face does: columns x depth.
template <typename Linear, typename Value>
Floats by_output(const Linear& linear, Value&& value) {
  Floats weights;
  weights.reserve(linear.columns * linear.depth);
  for (std::size_t n = 0; n < linear.columns; ++n) {
    for (std::size_t k = 0; k < linear.depth; ++k) weights.push_back(value(k, n));
  }
  return weights;
}

// What multiplies the input as it was before smoothing and rounding.
Floats weights_of(const Int8Linear& linear) {
  return by_output(linear, [&](std::size_t k, std::size_t n) {
    return linear.input.factors[k] * linear.scales[n] *
           static_cast<float>(linear.weights[k * linear.columns + n]);
  });
}

Floats weights_of(const F32Linear& linear) {
  return by_output(
      linear, [&](std::size_t k, std::size_t n) { return linear.weights[k * linear.columns + n]; });
}

class Writer {
 public:
  explicit Writer(const Int8Network& network) : hidden_(network.hidden) {
    table("bert.embeddings.word_embeddings", network.words);
    table("bert.embeddings.position_embeddings", network.positions);
    table("bert.embeddings.token_type_embeddings", network.types);
    norm("bert.embeddings.LayerNorm", network.embedding_norm);
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
      layer("bert.encoder.layer." + std::to_string(i) + ".", network.layers[i]);
    }
  }

  template <typename Linear>
  void linear(const std::string& name, const Linear& from) {
    text_.add(name + ".weight", {from.columns, from.depth}, weights_of(from));
    text_.add(name + ".bias", {from.columns}, from.biases);
  }

  std::string text() const { return text_.text(); }

 private:
  void table(const std::string& name, const Int8Table& from) {
    Floats values(from.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = from.scales[i / hidden_] * static_cast<float>(from.values[i]);
    }
    text_.add(name + ".weight", {from.rows, hidden_}, values);
  }

  void norm(const std::string& name, const LayerNorm& from) {
    text_.add(name + ".weight", {from.gamma.size()}, from.gamma);
    text_.add(name + ".bias", {from.beta.size()}, from.beta);
  }

  void layer(const std::string& name, const Int8Layer& from) {
    linear(name + "attention.self.query", from.query);
    linear(name + "attention.self.key", from.key);
    linear(name + "attention.self.value", from.value);
    linear(name + "attention.output.dense", from.mix);
    norm(name + "attention.output.LayerNorm", from.mix_norm);
    linear(name + "intermediate.dense", from.widen);
    linear(name + "output.dense", from.narrow);
    norm(name + "output.LayerNorm", from.output_norm);
  }

  std::size_t hidden_;
  SafetensorsText text_;
};

std::string checkpoint_of(const Int8Network& network, Head head) {
  Writer writer(network);
  if (head == Head::kClassify) writer.linear("bert.pooler.dense", network.pooler);
  writer.linear(head == Head::kClassify ? "classifier" : "qa_outputs", network.output);
  return writer.text();
}

}  // namespace

Result<void> export_floats(const ModelFolder& folder, Head head, const fs::path& out) {
  const auto graph = read_graph(folder, head);
  if (!graph) return tl::unexpected(graph.error());
  const auto network = read_int8_network(**graph, head);
  if (!network) {
    return fail(ErrorCode::kUnsupported,
                folder.weights.string() + " is not a BERT in 8 bits as tools/quantize.sh makes it",
                "only the weights of such a network can be taken out of its graph");
  }
  if (auto begun = begin_export(folder.folder, out); !begun) return begun;
  return write_safetensors(out, checkpoint_of(*network, head));
}

}  // namespace assay::model
