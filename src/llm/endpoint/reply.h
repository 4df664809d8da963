#pragma once
// What comes back: bodies of replies and of errors, bytes of others.

#include <string>
#include <string_view>

#include "assay/endpoint.h"

namespace assay::llm::endpoint {

enum class ReplyKind { kChat, kCompletion };

// The reply in the body of an answer with the status 200; with `wants_tokens`, with its tokens.
// kCorrupt: it is none. kUnsupported: it is one, but filtered, a call of a tool, or without the
// tokens.
Result<EndpointReply> parse_reply(std::string_view body, ReplyKind kind, bool wants_tokens);

// What an answer says in its error, in one line of at most 200 characters: the message of its JSON,
// or the body itself; empty when it says nothing.
std::string error_text(std::string_view body);

// At most 200 characters of a text of any bytes, in one line.
std::string one_line(std::string_view text);

}  // namespace assay::llm::endpoint
