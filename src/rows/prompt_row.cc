#include "rows/prompt_row.h"

namespace assay::rows {
namespace {

constexpr char kForm[] = "write [{\"role\": \"user\", \"content\": ...}, ...]";

Conversation read_messages(RowFields& fields) {
  Conversation conversation;
  const nlohmann::json& list = *fields.value("messages");
  if (!list.is_array() || list.empty()) {
    fields.blame("messages", "is not a list of messages", kForm);
    return conversation;
  }
  for (const nlohmann::json& one : list) {
    const auto text = [&](const char* name) -> const std::string* {
      const auto found = one.is_object() ? one.find(name) : one.end();
      return found == one.end() ? nullptr : found->get_ptr<const std::string*>();
    };
    const std::string* role = text("role");
    const std::string* content = text("content");
    if (role == nullptr || content == nullptr) {
      fields.blame("messages", "has a message without the texts `role` and `content`", kForm);
      return conversation;
    }
    conversation.push_back({*role, *content});
  }
  return conversation;
}

}  // namespace

Asked read_asked(RowFields& fields) {
  const bool is_conversation = fields.value("messages") != nullptr;
  if (is_conversation && fields.has("prompt")) {
    fields.blame("messages", "stands beside `prompt`", "a row has one of the two");
  }
  if (is_conversation) return read_messages(fields);
  return fields.text("prompt");
}

}  // namespace assay::rows
