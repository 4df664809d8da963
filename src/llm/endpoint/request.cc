#include "llm/endpoint/request.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "text/utf8.h"

namespace assay::llm::endpoint {
namespace {

nlohmann::json common_fields(const Call& call) {
  nlohmann::json body = {{"model", call.model},
                         {"max_tokens", call.options.max_tokens},
                         {"temperature", call.options.temperature},
                         {"top_p", call.options.top_p},
                         {"seed", call.options.seed},
                         {"stream", false}};
  if (!call.options.stops.empty()) body["stop"] = call.options.stops;
  return body;
}

Result<void> check_text(std::string_view text, const std::string& what) {
  auto valid = text::check_utf8(text);
  if (!valid) valid.error().message = what + ": " + valid.error().message;
  return valid;
}

// The model's name and the stop strings are not text of a record, but must be sent as well.
Result<std::string> write(const nlohmann::json& body) {
  try {
    return body.dump();
  } catch (const nlohmann::json::exception&) {
    return fail(ErrorCode::kInvalidOption, "the model's name or a stop string is not valid UTF-8");
  }
}

}  // namespace

Result<std::string> chat_request(const Conversation& conversation, const Call& call) {
  if (conversation.empty()) {
    return fail(ErrorCode::kInvalidInput, "a conversation without messages has no reply");
  }
  nlohmann::json messages = nlohmann::json::array();
  for (const ChatMessage& message : conversation) {
    const std::string name = "message " + std::to_string(messages.size() + 1);
    for (const std::string* text : {&message.role, &message.content}) {
      if (auto good = check_text(*text, name); !good) return tl::unexpected(good.error());
    }
    messages.push_back({{"role", message.role}, {"content", message.content}});
  }
  nlohmann::json body = common_fields(call);
  body["messages"] = std::move(messages);
  if (call.likeliest > 0) {
    body["logprobs"] = true;
    body["top_logprobs"] = call.likeliest;
  }
  return write(body);
}

Result<std::string> completion_request(const Prompt& prompt, const Call& call) {
  nlohmann::json body = common_fields(call);
  if (prompt.tokens.empty()) {
    if (auto good = check_text(prompt.text, "prompt"); !good) return tl::unexpected(good.error());
    body["prompt"] = prompt.text;
  } else {
    body["prompt"] = prompt.tokens;
  }
  if (call.likeliest > 0) body["logprobs"] = call.likeliest;
  return write(body);
}

}  // namespace assay::llm::endpoint
