// Reading a folder's weights into an OpenVINO graph with the outputs of its head.

#include <algorithm>
#include <openvino/op/ops.hpp>
#include <set>

#include "model/encoders/encoder_graph.h"
#include "model/encoders/pooling.h"
#include "model/openvino_engine.h"

namespace assay::model {
namespace {

tl::unexpected<Error> bad_weights(const ModelFolder& folder, ErrorCode code, std::string message,
                                  std::string hint) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.file = folder.weights.string();
  return tl::unexpected(std::move(error));
}

// The last line says what is wrong; the lines before it are places in OpenVINO's own source.
std::string last_line(const std::exception& exception) {
  const std::string text = exception.what();
  std::string last;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) last = text.substr(begin, end - begin);
    begin = end + 1;
  }
  return last;
}

const ov::Output<ov::Node>* find_output(const std::vector<ov::Output<ov::Node>>& outputs,
                                        const std::string& name) {
  for (const auto& output : outputs) {
    if (output.get_names().contains(name)) return &output;
  }
  return nullptr;
}

ov::Output<ov::Node> source_of(const ov::Output<ov::Node>& result) {
  return result.get_node_shared_ptr()->input_value(0);
}

// What an output that is not there asks the user to do.
constexpr char kTaskHint[] =
    "export the checkpoint for the right task: optimum-cli export onnx --task text-classification, "
    "question-answering or feature-extraction (docs/models.md)";

// The attention mask, for pooling.
ov::Output<ov::Node> mask_input(ov::Model& graph) {
  for (const auto& input : graph.inputs()) {
    if (input.get_names().contains("attention_mask")) {
      return input.get_node_shared_ptr()->output(0);
    }
  }
  return {};
}

ov::ResultVector named_results(
    std::initializer_list<std::pair<const char*, ov::Output<ov::Node>>> outputs) {
  ov::ResultVector results;
  for (const auto& [name, output] : outputs) {
    const auto result = std::make_shared<ov::op::v0::Result>(output);
    result->output(0).set_names({name});
    results.push_back(result);
  }
  return results;
}

// What the outputs of a graph say that it was made for; empty where they do not.
std::string_view task_of(const std::vector<ov::Output<ov::Node>>& outputs) {
  if (find_output(outputs, "start_logits") != nullptr) return "question answering";
  if (find_output(outputs, "logits") != nullptr) return "classification";
  if (find_output(outputs, "sentence_embedding") != nullptr) return "embedding";
  return {};
}

tl::unexpected<Error> wrong_task(const ModelFolder& folder,
                                 const std::vector<ov::Output<ov::Node>>& outputs,
                                 const std::string& problem) {
  const std::string_view task = task_of(outputs);
  if (task.empty()) return bad_weights(folder, ErrorCode::kUnsupported, problem, kTaskHint);
  return bad_weights(
      folder, ErrorCode::kUnsupported, problem + ": it is a model for " + std::string(task),
      "give a model for this task; what optimum-cli exports follows its --task (docs/models.md)");
}

// One vector a text: as the graph gives it, or from its states of tokens.
Result<ov::Output<ov::Node>> embedding_output(ov::Model& graph, const ModelFolder& folder) {
  const auto outputs = graph.outputs();
  if (const auto* vectors = find_output(outputs, "sentence_embedding")) return source_of(*vectors);
  const auto mask = mask_input(graph);
  for (const char* name : {"last_hidden_state", "token_embeddings"}) {
    const auto* hidden = find_output(outputs, name);
    if (hidden == nullptr || mask.get_node() == nullptr) continue;
    return sentence_embedding(folder.sentence, source_of(*hidden), mask);
  }
  return wrong_task(folder, outputs, "has no output `sentence_embedding` or `last_hidden_state`");
}

// The states of all tokens. A graph from a file has those of its last layer only.
Result<ov::Output<ov::Node>> token_output(const std::vector<ov::Output<ov::Node>>& outputs,
                                          const ModelFolder& folder) {
  if (folder.layer && folder.weights_kind != WeightsKind::kSafetensors) {
    return bad_weights(folder, ErrorCode::kInvalidOption,
                       "layer " + std::to_string(*folder.layer) +
                           " is asked for, and the graph gives its last layer only",
                       "leave the layer out, or give the checkpoint as model.safetensors");
  }
  for (const char* name : {"last_hidden_state", "token_embeddings"}) {
    if (const auto* hidden = find_output(outputs, name)) return source_of(*hidden);
  }
  return wrong_task(folder, outputs, "has no output `last_hidden_state` or `token_embeddings`");
}

Result<std::shared_ptr<ov::Model>> with_head_outputs(const std::shared_ptr<ov::Model>& graph,
                                                     const ModelFolder& folder, Head head) {
  const auto outputs = graph->outputs();
  ov::ResultVector results;
  if (head == Head::kClassify) {
    const auto* logits = outputs.size() == 1 ? &outputs[0] : find_output(outputs, "logits");
    if (logits == nullptr) {
      return wrong_task(folder, outputs, "has no output `logits`");
    }
    results = named_results({{"logits", source_of(*logits)}});
  } else if (head == Head::kSpan) {
    const auto* start = find_output(outputs, "start_logits");
    const auto* end = find_output(outputs, "end_logits");
    if (start == nullptr || end == nullptr) {
      return wrong_task(folder, outputs, "has no outputs `start_logits` and `end_logits`");
    }
    results = named_results({{"start_logits", source_of(*start)}, {"end_logits", source_of(*end)}});
  } else if (head == Head::kTokens) {
    const auto states = token_output(outputs, folder);
    if (!states) return tl::unexpected(states.error());
    results = named_results({{"last_hidden_state", *states}});
  } else {
    const auto vectors = embedding_output(*graph, folder);
    if (!vectors) return tl::unexpected(vectors.error());
    results = named_results({{"sentence_embedding", *vectors}});
  }
  return std::make_shared<ov::Model>(results, graph->get_parameters());
}

Result<void> check_inputs(const ov::Model& graph, const ModelFolder& folder) {
  static const std::set<std::string> kKnown = {"input_ids", "attention_mask", "token_type_ids"};
  for (const auto& input : graph.inputs()) {
    const std::string name = input.get_names().empty() ? "" : input.get_any_name();
    if (!kKnown.contains(name)) {
      return bad_weights(folder, ErrorCode::kUnsupported, "has the unknown input `" + name + "`",
                         "inputs are input_ids, attention_mask and token_type_ids: take an "
                         "encoder, exported as docs/models.md says");
    }
    const auto type = input.get_element_type();
    if (type != ov::element::i64 && type != ov::element::i32) {
      return bad_weights(folder, ErrorCode::kUnsupported,
                         "input `" + name + "` must be of whole numbers",
                         "export the model as docs/models.md says");
    }
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<ov::Model>> read_graph(const ModelFolder& folder, Head head) {
  try {
    std::shared_ptr<ov::Model> graph;
    if (folder.weights_kind == WeightsKind::kSafetensors) {
      auto built = build_encoder_graph(folder, head);
      if (!built) return tl::unexpected(built.error());
      graph = std::move(*built);
    } else {
      graph = shared_core().read_model(folder.weights.string());
    }
    if (auto checked = check_inputs(*graph, folder); !checked) {
      return tl::unexpected(checked.error());
    }
    return with_head_outputs(graph, folder, head);
  } catch (const std::exception& exception) {
    return bad_weights(folder, ErrorCode::kCorrupt,
                       "cannot be read as a model: " + last_line(exception),
                       "the file may be cut short: fetch or export the whole model again");
  }
}

}  // namespace assay::model
