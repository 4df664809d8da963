#pragma once
// The tokens of a reply with their log-probabilities, in either of the two forms that servers use.

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "assay/endpoint.h"

namespace assay::llm::endpoint {

// `logprobs` of a choice: {"content": [{"token", "bytes", "logprob", "top_logprobs"}]} of chats
// (llama.cpp: of completions too), or {"tokens", "token_logprobs", "top_logprobs"} of completions.
// kCorrupt when it is neither.
Result<std::vector<ReplyToken>> read_reply_tokens(const nlohmann::json& logprobs);

}  // namespace assay::llm::endpoint
