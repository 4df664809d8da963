#include "train/encoder/model_writer.h"

#include "base/parse_json.h"
#include "engine/errors.h"
#include "train/files.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

Json labels_by_id(const std::vector<std::string>& labels) {
  Json ids = Json::object();
  for (std::size_t i = 0; i < labels.size(); ++i) ids[std::to_string(i)] = labels[i];
  return ids;
}

Json ids_by_label(const std::vector<std::string>& labels) {
  Json ids = Json::object();
  for (std::size_t i = 0; i < labels.size(); ++i) ids[labels[i]] = i;
  return ids;
}

const char* architecture_of(TrainedHead head) {
  switch (head) {
    case TrainedHead::kClassify:
      return "BertForSequenceClassification";
    case TrainedHead::kSpan:
      return "BertForQuestionAnswering";
    case TrainedHead::kGenerate:
      break;
  }
  return "AssayQuestionGenerator";  // no class of Hugging Face
}

// The base's config with the head that was trained; what described the base itself is left out.
Json config_of(const EncoderParameters& parameters, const Json& base, const Json& extra) {
  const bool classify = parameters.options.head == TrainedHead::kClassify;
  Json config = base;
  for (const char* name : {"_name_or_path", "transformers_version", "id2label", "label2id"}) {
    config.erase(name);
  }
  config["architectures"] = {architecture_of(parameters.options.head)};
  if (classify) {
    config["id2label"] = labels_by_id(parameters.config.labels);
    config["label2id"] = ids_by_label(parameters.config.labels);
  }
  for (const auto& [name, value] : extra.items()) config[name] = value;
  return config;
}

}  // namespace

Result<void> write_model(const EncoderParameters& parameters, const ModelTemplate& source,
                         const std::filesystem::path& folder) {
  const auto base_config = read_whole_file(source.base / "config.json");
  if (!base_config) return tl::unexpected(base_config.error());
  const auto tokenizer = read_whole_file(source.base / "tokenizer.json");
  if (!tokenizer) return tl::unexpected(tokenizer.error());
  const Json base = base::parse_json<Json>(*base_config);
  if (!base.is_object()) {
    return engine::fail_in_file(ErrorCode::kCorrupt, (source.base / "config.json").string(),
                                "is not a JSON object");
  }
  if (auto made = make_folder(folder); !made) return made;
  const Json config = config_of(parameters, base, source.extra);
  if (auto wrote = write_text_durably(folder / "config.json", config.dump(1) + "\n"); !wrote) {
    return wrote;
  }
  if (auto wrote = write_text_durably(folder / "tokenizer.json", *tokenizer); !wrote) return wrote;
  return save_safetensors(parameters.set, folder / "model.safetensors");
}

}  // namespace assay::train
