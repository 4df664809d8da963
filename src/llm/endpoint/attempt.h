#pragma once
// What one exchange with the server means: a reply, or a failure and whether it may pass.

#include <string>

#include "llm/endpoint/http_client.h"
#include "llm/endpoint/reply.h"

namespace assay::llm::endpoint {

struct AttemptFailure {
  Error error;
  bool may_pass = false;      // the same request may succeed later
  bool concerns_all = false;  // every other request would fail alike
  double wait = 0;            // seconds that the server asks for
};

using Attempt = tl::expected<EndpointReply, AttemptFailure>;

// What is needed to read an answer and to speak about it.
struct Question {
  std::string address;
  ReplyKind kind = ReplyKind::kChat;
  bool wants_tokens = false;
};

Attempt judge(const Exchange& exchange, const Question& question, const Settings& settings);

}  // namespace assay::llm::endpoint
