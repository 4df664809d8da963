#include "model/sentence_modules.h"

#include <algorithm>
#include <optional>

#include "base/file.h"
#include "model/model_config.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;

constexpr std::pair<const char*, Pooling> kPoolings[] = {
    {"cls", Pooling::kFirst},
    {"max", Pooling::kMax},
    {"mean", Pooling::kMean},
    {"mean_sqrt_len_tokens", Pooling::kMeanOfRoot},
    {"weightedmean", Pooling::kWeightedMean},
    {"lasttoken", Pooling::kLast}};

// The last part of "torch.nn.modules.activation.Tanh".
std::string last_name(const std::string& dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

// A folder below the model's own and nothing else.
bool is_inside(const std::string& path) {
  const fs::path parts(path);
  return !path.empty() && parts.is_relative() &&
         std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part == ".."; });
}

std::optional<Activation> dense_activation(const std::string& name) {
  if (name == "Identity") return Activation::kIdentity;
  if (name == "Tanh") return Activation::kTanh;
  if (name == "ReLU") return Activation::kRelu;
  if (name == "GELU") return Activation::kGelu;
  if (name == "SiLU") return Activation::kSilu;
  return std::nullopt;
}

// Reads the modules of one folder in order.
class ModulesReader {
 public:
  ModulesReader(const fs::path& folder, std::size_t hidden_size)
      : folder_(folder), width_(hidden_size) {}

  Result<SentenceModules> read() {
    if (!exists("modules.json")) {
      modules_.dimension = width_;
      return modules_;
    }
    const auto text = read_file("modules.json");
    if (!text) return tl::unexpected(text.error());
    auto list = FieldReader::parse_list(*text, path_of("modules.json"));
    if (!list) return tl::unexpected(list.error());
    for (FieldReader& module : *list) {
      if (auto read = read_module(module); !read) return tl::unexpected(read.error());
    }
    if (auto read = read_settings(); !read) return tl::unexpected(read.error());
    modules_.dimension = width_;
    return modules_;
  }

 private:
  Result<void> read_module(FieldReader& module) {
    const std::string type = last_name(module.text("type", ""));
    const std::string path = module.text("path", "");
    const bool has_files = type == "Pooling" || type == "Dense";
    if (type == "Transformer" ? !path.empty() : has_files && !is_inside(path)) {
      module.refuse("path", type == "Transformer"
                                ? "move the files of this folder beside modules.json"
                                : "it must be a folder beside modules.json");
    }
    static constexpr const char* kKnown[] = {"Transformer", "Pooling", "Dense", "Normalize",
                                             "Dropout"};
    if (std::find(std::begin(kKnown), std::end(kKnown), type) == std::end(kKnown)) {
      module.refuse("type", "supported are Transformer, Pooling, Dense, Normalize; " + onnx_hint());
    }
    if (module.problem()) return tl::unexpected(*module.problem());
    if (type == "Pooling") return read_pooling(path);
    if (type == "Dense") return read_dense(path);
    if (type == "Normalize") modules_.steps.push_back({});
    return {};
  }

  Result<void> read_pooling(const std::string& path) {
    const std::string name = path + "/config.json";
    const auto text = read_file(name);
    if (!text) return tl::unexpected(text.error());
    auto poolings = parse_pooling(*text, path_of(name));
    if (!poolings) return tl::unexpected(poolings.error());
    modules_.poolings = std::move(*poolings);
    width_ *= modules_.poolings.size();
    return {};
  }

  Result<void> read_dense(const std::string& path) {
    const std::string name = path + "/config.json";
    const auto text = read_file(name);
    if (!text) return tl::unexpected(text.error());
    auto step = parse_dense(*text, path_of(name));
    if (!step) return tl::unexpected(step.error());
    if (width_ != 0 && step->from != width_) {
      Error error;
      error.code = ErrorCode::kCorrupt;
      error.message = "is " + std::to_string(step->from) + ", but what comes before gives " +
                      std::to_string(width_) + " numbers";
      error.hint = "fetch the whole model again";
      error.file = path_of(name);
      error.field = "in_features";
      return tl::unexpected(std::move(error));
    }
    const std::string weights = path + "/model.safetensors";
    if (!exists(weights)) {
      return fail(ErrorCode::kNotFound, "no " + path_of(weights),
                  "load the model with sentence-transformers and save it again: this writes the "
                  "weights as safetensors");
    }
    modules_.files.emplace_back(weights);
    step->weights = folder_ / weights;
    width_ = step->to;
    modules_.steps.push_back(std::move(*step));
    return {};
  }

  // The most tokens, and what would be done to the text before the network reads it.
  Result<void> read_settings() {
    const char* const settings = "sentence_bert_config.json";
    if (exists(settings)) {
      const auto text = read_file(settings);
      if (!text) return tl::unexpected(text.error());
      auto fields = FieldReader::parse(*text, path_of(settings));
      if (!fields) return tl::unexpected(fields.error());
      modules_.max_tokens = fields->size("max_seq_length", 0);
      if (fields->flag("do_lower_case", false)) {
        fields->refuse("do_lower_case", "set it to false where the tokenizer lowers case itself");
      }
      if (fields->problem()) return tl::unexpected(*fields->problem());
    }
    const char* const prompts = "config_sentence_transformers.json";
    if (!exists(prompts)) return {};
    const auto text = read_file(prompts);
    if (!text) return tl::unexpected(text.error());
    auto fields = FieldReader::parse(*text, path_of(prompts));
    if (!fields) return tl::unexpected(fields.error());
    const std::string chosen = fields->text("default_prompt_name", "");
    if (!chosen.empty()) {
      fields->refuse("default_prompt_name",
                     "texts are embedded without a prompt: set it to null if that is right");
    }
    if (fields->problem()) return tl::unexpected(*fields->problem());
    return {};
  }

  bool exists(const std::string& name) const {
    std::error_code error;
    return fs::is_regular_file(folder_ / name, error);
  }
  std::string path_of(const std::string& name) const { return (folder_ / name).string(); }
  Result<std::string> read_file(const std::string& name) {
    modules_.files.emplace_back(name);
    return base::read_file(folder_ / name, "modules.json names it: fetch the whole model again");
  }

  const fs::path& folder_;
  std::size_t width_;
  SentenceModules modules_;
};

}  // namespace

Result<std::vector<Pooling>> parse_pooling(std::string_view json, const std::string& file) {
  auto fields = FieldReader::parse(json, file);
  if (!fields) return tl::unexpected(fields.error());
  const std::string chosen = fields->text("pooling_mode", "");
  static constexpr const char* kFlags[] = {
      "pooling_mode_cls_token",           "pooling_mode_max_tokens",
      "pooling_mode_mean_tokens",         "pooling_mode_mean_sqrt_len_tokens",
      "pooling_mode_weightedmean_tokens", "pooling_mode_lasttoken"};
  std::vector<Pooling> poolings;
  for (std::size_t i = 0; i < std::size(kFlags); ++i) {
    const bool flagged = chosen.empty() && fields->flag(kFlags[i], false);
    if (flagged || chosen == kPoolings[i].first) poolings.push_back(kPoolings[i].second);
  }
  if (poolings.empty() && !chosen.empty()) {
    fields->refuse("pooling_mode", onnx_hint());
  } else if (poolings.empty()) {
    fields->reject("pooling_mode_mean_tokens", "or another kind of pooling must be chosen");
  }
  if (fields->problem()) return tl::unexpected(*fields->problem());
  return poolings;
}

Result<SentenceStep> parse_dense(std::string_view json, const std::string& file) {
  auto fields = FieldReader::parse(json, file);
  if (!fields) return tl::unexpected(fields.error());
  SentenceStep step;
  step.kind = SentenceStep::Kind::kDense;
  step.from = fields->size("in_features", 0);
  step.to = fields->size("out_features", 0);
  step.has_bias = fields->flag("bias", true);
  if (step.from == 0) fields->reject("in_features", "must be given and not 0");
  if (step.to == 0) fields->reject("out_features", "must be given and not 0");
  const auto activation = dense_activation(
      last_name(fields->text("activation_function", "torch.nn.modules.activation.Tanh")));
  if (!activation) {
    fields->refuse("activation_function", "supported are Identity, Tanh, ReLU, GELU, SiLU");
  }
  for (const char* name : {"module_input_name", "module_output_name"}) {
    if (fields->text(name, "sentence_embedding") != "sentence_embedding") {
      fields->refuse(name, onnx_hint());
    }
  }
  if (fields->problem()) return tl::unexpected(*fields->problem());
  step.activation = *activation;
  return step;
}

Result<SentenceModules> read_sentence_modules(const fs::path& folder, std::size_t hidden_size) {
  return ModulesReader(folder, hidden_size).read();
}

}  // namespace assay::model
