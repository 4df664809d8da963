#include "llm/endpoint/reply_tokens.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace assay::llm::endpoint {
namespace {

using nlohmann::json;

// What has another type than it must have throws json::exception, here and in `at`.
const json::array_t& list(const json& value) {
  return value.get_ref<const json::array_t&>();
}

const std::string& string(const json& value) {
  return value.get_ref<const std::string&>();
}

double number(const json& value) {  // an integer too, but not true
  return value.is_number() ? value.get<double>() : value.get_ref<const double&>();
}

// --- {"content": [...]} --------------------------------------------------------------------------

// Absent where the server does not give them.
std::optional<std::string> bytes_of(const json& token) {
  const auto found = token.find("bytes");
  if (found == token.end() || !found->is_array()) return std::nullopt;
  std::string text;
  for (const json& byte : *found) {
    if (!byte.is_number_unsigned() || byte.get<std::uint64_t>() > 0xFF) return std::nullopt;
    text.push_back(static_cast<char>(byte.get<std::uint64_t>()));
  }
  return text;
}

TokenProbability probability_of(const json& token) {
  const std::string& shown = string(token.at("token"));
  return {bytes_of(token).value_or(shown), number(token.at("logprob"))};
}

std::vector<ReplyToken> read_content(const json& content) {
  std::vector<ReplyToken> tokens;
  for (const json& item : list(content)) {
    ReplyToken token{probability_of(item), {}};
    for (const json& other : list(item.at("top_logprobs"))) {
      token.likeliest.push_back(probability_of(other));
    }
    tokens.push_back(std::move(token));
  }
  return tokens;
}

// --- {"tokens": [...], "token_logprobs": [...], "top_logprobs": [{...}]}
// --------------------------

std::vector<ReplyToken> read_columns(const json& logprobs) {
  const json::array_t& texts = list(logprobs.at("tokens"));
  const json& values = logprobs.at("token_logprobs");
  const json& maps = logprobs.at("top_logprobs");
  std::vector<ReplyToken> tokens;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ReplyToken token{{string(texts[i]), number(values.at(i))}, {}};
    for (const auto& [text, value] : maps.at(i).get_ref<const json::object_t&>()) {
      token.likeliest.push_back({text, number(value)});
    }
    tokens.push_back(std::move(token));
  }
  return tokens;
}

// Equal ones by their text, so that the order does not depend on that of the server.
void sort_likeliest(std::vector<ReplyToken>& tokens) {
  for (ReplyToken& token : tokens) {
    std::sort(token.likeliest.begin(), token.likeliest.end(), [](const auto& a, const auto& b) {
      if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
      return a.text < b.text;
    });
  }
}

}  // namespace

Result<std::vector<ReplyToken>> read_reply_tokens(const json& logprobs) {
  try {
    auto tokens = logprobs.contains("content") ? read_content(logprobs.at("content"))
                                               : read_columns(logprobs);
    sort_likeliest(tokens);
    return tokens;
  } catch (const json::exception&) {
    return fail(ErrorCode::kCorrupt, "its log-probabilities are not in a form that is known");
  }
}

}  // namespace assay::llm::endpoint
