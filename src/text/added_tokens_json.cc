#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "text/tokenizer_json.h"

namespace assay::text {

using nlohmann::json;

namespace {

// One element of "added_tokens".
struct Description {
  AddedToken token;
  std::string content;
  bool normalized = false;
  bool is_special = false;
  std::string path;
};

Description parse_description(const json& value, const std::string& path, JsonErrors& errors) {
  JsonFields fields(value, path, errors);
  Description result;
  result.path = path;
  result.token.id = fields.number("id");
  result.content = fields.string("content");
  result.token.single_word = fields.boolean("single_word");
  result.token.strip_left = fields.boolean("lstrip");
  result.token.strip_right = fields.boolean("rstrip");
  result.normalized = fields.boolean("normalized");
  result.is_special = fields.boolean("special");
  fields.finish();
  return result;
}

// Gives the ids that `tokenizers` gives.
class IdGiver {
 public:
  explicit IdGiver(const TokenModel& model)
      : model_(model), next_(static_cast<std::uint32_t>(model.vocabulary_size())) {}

  std::uint32_t id_of(const std::string& content) {
    if (const auto known = given_.find(content); known != given_.end()) return known->second;
    const auto in_model = model_.id_of(content);
    const std::uint32_t id = in_model ? *in_model : next_++;
    given_.emplace(content, id);
    return id;
  }

 private:
  const TokenModel& model_;
  std::map<std::string, std::uint32_t> given_;
  std::uint32_t next_;
};

// A later description of an id replaces an earlier one.
std::map<std::uint32_t, Description> parse_descriptions(const json& value, const TokenModel& model,
                                                        JsonErrors& errors) {
  std::map<std::uint32_t, Description> by_id;
  IdGiver ids(model);
  for_each_element(
      value, "added_tokens", errors, [&](const json& element, const std::string& path) {
        Description description = parse_description(element, path, errors);
        if (errors.failed() || description.content.empty()) return;
        const std::uint32_t id = ids.id_of(description.content);
        if (id != description.token.id) {
          errors.add(ErrorCode::kUnsupported, path,
                     fmt::format("`{}` has id {} here, but {} by its place in the vocabulary",
                                 description.content, description.token.id, id));
          return;
        }
        by_id[id] = std::move(description);
      });
  return by_id;
}

}  // namespace

void parse_added_tokens(const json& value, TokenizerParts& parts, JsonErrors& errors) {
  std::set<std::pair<bool, std::string>> patterns;
  for (auto& [id, description] : parse_descriptions(value, *parts.model, errors)) {
    AddedToken token = description.token;
    token.pattern = description.content;
    if (description.normalized) {
      auto normal = parts.normalizer.apply(description.content);
      if (!normal) {
        errors.add(normal.error().code, description.path, normal.error().message);
        return;
      }
      token.pattern = normal->text();
    }
    const bool is_new = patterns.emplace(description.normalized, token.pattern).second;
    if (token.pattern.empty() || !is_new) {
      errors.add(ErrorCode::kUnsupported, description.path,
                 token.pattern.empty() ? "nothing is left of it after normalisation"
                                       : "it is equal to another one after normalisation");
      return;
    }
    parts.added.push_back({description.content, token.pattern, id, description.is_special});
    (description.normalized ? parts.normalized_tokens : parts.raw_tokens)
        .push_back(std::move(token));
  }
}

}  // namespace assay::text
