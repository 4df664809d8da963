#pragma once
// What is sent: the bodies of requests, as JSON.

#include <string>

#include "assay/endpoint.h"

namespace assay::llm::endpoint {

// What all requests of a call have in common.
struct Call {
  const std::string& model;
  const GenerationOptions& options;
  int likeliest = 0;
};

// kInvalidInput where a text is not UTF-8 or there is nothing to answer.
Result<std::string> chat_request(const Conversation& conversation, const Call& call);
Result<std::string> completion_request(const Prompt& prompt, const Call& call);

}  // namespace assay::llm::endpoint
