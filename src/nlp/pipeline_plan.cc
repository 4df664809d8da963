#include "nlp/pipeline_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "nlp/json_values.h"
#include "nlp/msgpack_reader.h"
#include "nlp/spacy_config.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

const json& value_of(const SpacyConfig& config, const std::string& section, const char* key) {
  static const json kNull;
  const json* value = config.find(section, key);
  return value != nullptr ? *value : kNull;
}

tl::unexpected<Error> unsupported(std::string what) {
  return fail(ErrorCode::kUnsupported, std::move(what),
              "use a pipeline such as en_core_web_sm; docs/formats/spacy_pipeline.md lists what is "
              "read");
}

Result<void> check_language(const SpacyConfig& config) {
  auto lang = config.string("nlp", "lang");
  if (!lang) return tl::unexpected(lang.error());
  if (*lang != "en") return unsupported(fmt::format("language `{}` is not supported", *lang));
  // The block stands in a line or in a section of its own.
  const json& block = value_of(config, "nlp", "tokenizer");
  const json kind = block.is_object() ? block.value("@tokenizers", json())
                                      : value_of(config, "nlp.tokenizer", "@tokenizers");
  if (kind != "spacy.Tokenizer.v1") {
    return unsupported(fmt::format("tokenizer {} is not supported", kind.dump()));
  }
  return {};
}

Result<void> add_lemmatizer(const SpacyConfig& config, const std::string& name,
                            PipelinePlan& plan) {
  const std::string section = "components." + name;
  const json& mode = value_of(config, section, "mode");
  if (!mode.is_null() && mode != "rule") {
    return unsupported(fmt::format("lemmatizer mode {} is not supported", mode.dump()));
  }
  plan.lemmatizer = name;
  plan.lemmatizer_overwrites = value_of(config, section, "overwrite") == true;
  return {};
}

Result<void> add_component(const SpacyConfig& config, const std::string& name, PipelinePlan& plan) {
  auto factory = config.string("components." + name, "factory");
  if (!factory) return tl::unexpected(factory.error());
  const bool annotates = *factory == "tagger" || *factory == "parser" || *factory == "ner";
  if (*factory == "tok2vec" || annotates) {
    if (annotates && *factory != "ner" && !(plan.attribute_ruler + plan.lemmatizer).empty()) {
      return unsupported(
          fmt::format("component `{}` behind the attribute ruler or lemmatizer "
                      "is not supported",
                      name));
    }
    plan.has_tagger |= *factory == "tagger";
    plan.has_parser |= *factory == "parser";
    plan.has_entities |= *factory == "ner";
    return {};
  }
  if (*factory == "attribute_ruler" && plan.attribute_ruler.empty() && plan.lemmatizer.empty()) {
    plan.attribute_ruler = name;
    return {};
  }
  if (*factory == "lemmatizer" && plan.lemmatizer.empty()) {
    return add_lemmatizer(config, name, plan);
  }
  return unsupported(
      fmt::format("component `{}` (factory `{}`) is not supported here", name, *factory));
}

Result<void> read_meta(const std::filesystem::path& folder, PipelinePlan& plan) {
  auto bytes = read_file(folder / "meta.json");
  if (!bytes) return tl::unexpected(bytes.error());
  auto meta = parse_json_values(*bytes);
  if (!meta) return tl::unexpected(meta.error());
  const auto text = [&](const char* key) {
    const auto value = meta->is_object() ? meta->find(key) : meta->end();
    return value != meta->end() && value->is_string() ? value->get<std::string>() : "";
  };
  plan.name = text("name");
  plan.version = text("version");
  return {};
}

}  // namespace

Result<PipelinePlan> read_pipeline_plan(const std::filesystem::path& folder) {
  auto config = SpacyConfig::load(folder / "config.cfg");
  if (!config) return tl::unexpected(config.error());
  if (auto done = check_language(*config); !done) return tl::unexpected(done.error());
  auto pipeline = config->strings("nlp", "pipeline");
  if (!pipeline) return tl::unexpected(pipeline.error());
  std::vector<std::string> disabled;
  if (config->find("nlp", "disabled") != nullptr) {
    auto names = config->strings("nlp", "disabled");
    if (!names) return tl::unexpected(names.error());
    disabled = *std::move(names);
  }
  PipelinePlan plan;
  for (const std::string& name : *pipeline) {
    if (std::ranges::find(disabled, name) != disabled.end()) continue;
    if (auto done = add_component(*config, name, plan); !done) return tl::unexpected(done.error());
  }
  if (auto done = read_meta(folder, plan); !done) return tl::unexpected(done.error());
  return plan;
}

}  // namespace assay::nlp
