#include "llm/endpoint/reply.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/parse_json.h"
#include "llm/endpoint/reply_tokens.h"

namespace assay::llm::endpoint {
namespace {

using nlohmann::json;

tl::unexpected<Error> no_reply(std::string why) {
  return fail(ErrorCode::kCorrupt, std::move(why));
}

// nullptr: it has no such field, or null in it.
const json* find(const json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? nullptr : &*found;
}

Result<StopReason> stop_of(const json& choice) {
  const json* reason = find(choice, "finish_reason");
  if (reason == nullptr || !reason->is_string()) {
    return no_reply("it does not say why the text ends (`finish_reason`)");
  }
  const auto& name = reason->get_ref<const std::string&>();
  if (name == "stop") return StopReason::kEnd;
  if (name == "length") return StopReason::kLength;
  return fail(ErrorCode::kUnsupported,
              "the text does not end by itself: its `finish_reason` is `" + one_line(name) + "`");
}

Result<std::string> text_of(const json& choice, ReplyKind kind) {
  const json* holder = kind == ReplyKind::kChat ? find(choice, "message") : &choice;
  const char* key = kind == ReplyKind::kChat ? "content" : "text";
  if (holder == nullptr) return no_reply("its choice has no `message`");
  if (const json* refusal = find(*holder, "refusal"); refusal != nullptr) {
    return fail(ErrorCode::kUnsupported, "the model refused to reply (`refusal`)");
  }
  const json* text = find(*holder, key);
  if (text == nullptr || !text->is_string()) {
    return no_reply(std::string("its choice has no text (`") + key + "`)");
  }
  return text->get<std::string>();
}

Result<EndpointReply> read_choice(const json& choice, ReplyKind kind, bool wants_tokens) {
  const auto stop = stop_of(choice);
  if (!stop) return tl::unexpected(stop.error());
  auto text = text_of(choice, kind);
  if (!text) return tl::unexpected(text.error());
  EndpointReply reply{std::move(*text), *stop, {}};
  if (!wants_tokens) return reply;
  const json* logprobs = find(choice, "logprobs");
  if (logprobs == nullptr) {
    return fail(ErrorCode::kUnsupported, "it has no log-probabilities (`logprobs`)",
                "not every server and model gives them");
  }
  auto tokens = read_reply_tokens(*logprobs);
  if (!tokens) return tl::unexpected(tokens.error());
  reply.tokens = std::move(*tokens);
  return reply;
}

// Writing a value goes as deep as the value does.
bool is_deeper_than(int levels, const json& value) {
  if (!value.is_structured()) return false;
  if (levels == 0) return true;
  return std::ranges::any_of(value,
                             [&](const json& one) { return is_deeper_than(levels - 1, one); });
}

std::string shown(const json& value) {
  constexpr int kLevels = 16;
  if (is_deeper_than(kLevels, value)) return "JSON that is nested too deeply to be shown";
  return one_line(value.dump(-1, ' ', true));
}

// The text of an error object: {"message": ...}, or a plain string.
const std::string* message_in(const json& error) {
  if (error.is_string()) return &error.get_ref<const std::string&>();
  const json* message = find(error, "message");
  return message != nullptr && message->is_string() ? &message->get_ref<const std::string&>()
                                                    : nullptr;
}

}  // namespace

Result<EndpointReply> parse_reply(std::string_view body, ReplyKind kind, bool wants_tokens) {
  if (body.empty()) return no_reply("it is empty");
  const json root = base::parse_json(body);
  if (!root.is_object()) return no_reply("it is no JSON object");
  if (find(root, "error") != nullptr) return no_reply("it is an error");
  const json* choices = find(root, "choices");
  if (choices == nullptr || !choices->is_array() || choices->empty()) {
    return no_reply("it has no `choices`");
  }
  return read_choice(choices->front(), kind, wants_tokens);
}

std::string error_text(std::string_view body) {
  const json root = base::parse_json(body);
  for (const char* key : {"error", "message", "detail"}) {
    const json* found = find(root, key);
    if (found == nullptr) continue;
    const std::string* message = message_in(*found);
    return message != nullptr ? one_line(*message) : shown(*found);
  }
  return one_line(body);
}

}  // namespace assay::llm::endpoint
