#include "nlp/tagger.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/parse_json.h"
#include "nlp/best_action.h"
#include "nlp/msgpack_reader.h"
#include "nlp/transition_network.h"

namespace assay::nlp {
namespace {

Result<std::vector<std::string>> read_labels(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) return tl::unexpected(text.error());
  const nlohmann::json json = base::parse_json(*text);
  const auto labels = json.is_object() ? json.find("labels") : json.end();
  std::vector<std::string> result;
  if (labels != json.end() && labels->is_array()) {
    for (const nlohmann::json& label : *labels) {
      if (!label.is_string()) break;
      result.push_back(label.get<std::string>());
    }
  }
  if (!result.empty() && result.size() == labels->size()) return result;
  auto failure = fail(ErrorCode::kCorrupt, "the tagger's `labels` are not a list of strings");
  failure.value().file = file.string();
  return failure;
}

}  // namespace

Result<Tagger> Tagger::read(const SpacyConfig& config, const std::string& name,
                            const std::filesystem::path& folder, const ThincModel& model,
                            std::size_t token_width) {
  const std::string section = fmt::format("components.{}.model", name);
  const auto architecture = config.string(section, "@architectures");
  if (!architecture) return tl::unexpected(architecture.error());
  if (*architecture != "spacy.Tagger.v2") {
    return fail(ErrorCode::kUnsupported,
                fmt::format("[{}] is `{}`, which is not supported", section, *architecture));
  }
  if (!model.root().name.ends_with(">>with_array(softmax)")) {
    return fail(ErrorCode::kUnsupported,
                fmt::format("the network `{}` is not composed as a tagger", model.root().name));
  }
  auto labels = read_labels(folder / "cfg");
  if (!labels) return tl::unexpected(labels.error());
  const auto softmax = model.named("softmax", 1);
  if (!softmax) return tl::unexpected(softmax.error());
  auto output = read_dense(*softmax->front(), labels->size(), token_width);
  if (!output) return tl::unexpected(output.error());
  Tagger tagger;
  tagger.labels_ = *std::move(labels);
  tagger.output_ = *std::move(output);
  return tagger;
}

std::vector<std::string_view> Tagger::tag(const float* vectors, std::size_t count,
                                          std::vector<float>& scratch, float& margin) const {
  const std::size_t stride = output_.weights.stride();
  const std::size_t width = output_.weights.depth();
  float* scores = at_least(scratch, count * stride);
  output_.apply(vectors, width, count, scores, stride);
  std::vector<std::string_view> tags(count);
  for (std::size_t i = 0; i < count; ++i) {
    BestAction best;
    best.offer_range({scores + i * stride, labels_.size()}, 0, labels_.size());
    margin = std::min(margin, best.margin());
    tags[i] = labels_[best.action()];
  }
  return tags;
}

}  // namespace assay::nlp
