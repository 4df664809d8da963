#pragma once
// What the tests of endpoints have in common: quick options and plain replies.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/endpoint.h"
#include "fakes/faulty_server.h"

namespace assay::llm::endpoint {

inline std::string chat_body(const std::string& text) {
  return nlohmann::json{
      {"choices", {{{"message", {{"content", text}}}, {"finish_reason", "stop"}}}}}
      .dump();
}

inline testing::ServerAnswer chat_answer(const std::string& text) {
  return {testing::http_answer(200, chat_body(text)), testing::ThenServer::kReadsOn};
}

inline EndpointOptions quick_options(const std::string& base_url) {
  EndpointOptions options;
  options.base_url = base_url;
  options.model = "m";
  options.pause = 0.001;
  return options;
}

inline std::vector<Conversation> conversations(int count) {
  std::vector<Conversation> all;
  for (int i = 0; i < count; ++i) all.push_back({{"user", "question " + std::to_string(i)}});
  return all;
}

// What became of one conversation.
inline Result<EndpointReply> ask(const EndpointOptions& options) {
  const auto endpoint = Endpoint::open(options);
  if (!endpoint) return tl::unexpected(endpoint.error());
  auto replies = (*endpoint)->chat(conversations(1));
  if (!replies) return tl::unexpected(replies.error());
  return std::move(replies->front());
}

// What was sent.
inline nlohmann::json body_of(const std::string& request) {
  return nlohmann::json::parse(request.substr(request.find("\r\n\r\n") + 4));
}

}  // namespace assay::llm::endpoint
