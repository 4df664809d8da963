#pragma once
// Generation by a server: whatever speaks the HTTP protocol of OpenAI (`/chat/completions` and
// `/completions`), in the house or elsewhere. assay opens no connection unless it is asked to by
// this.
//
//   EndpointOptions options;
//   options.base_url = "http://127.0.0.1:8080/v1";
//   options.model = "qwen3-8b";
//   auto endpoint = Endpoint::open(options);
//   std::vector<Conversation> conversations = {{{"user", "Is Paris in France? Yes or no."}}};
//   auto replies = (*endpoint)->chat(conversations, {.max_tokens = 4}, /*likeliest=*/5);
//   // (*replies)[0]: what became of the first conversation; [0]->text: what the server wrote
//
// Replies come in the order of the requests. Each request has a result of its own: it failed, or it
// has a reply. What is not a whole, well-formed reply is an error and never text: an error with the
// status 200, HTML, a reply that a filter has cut.
//
// Retries: no connection, one that breaks off, an attempt that takes too long, the statuses 408,
// 409, 425, 429 and 5xx, and a status 2xx with something that is no reply pass, as a rule: the
// request is sent again, `attempts` times in all, after a pause that begins with `pause`, doubles
// and ends at `longest_pause`, or after what the server asks for in `Retry-After` (seconds or a
// date) where that is longer. Nothing is sent after `deadline`; a pause that would end after it is
// not begun. Pauses are not random. Other statuses are final; redirects are not followed.
//
// What concerns every request (401, 404, a redirect, an untrusted certificate, no connection after
// all attempts) is not tried again with the requests of a call that were not sent yet: they fail
// with the same error.
//
// Same bytes: `temperature` and `seed` are sent, and nothing is random here; whether equal requests
// get equal replies is up to the server.
//
// Privacy: what is sent is the model's name, the prompt and the options, and the key as a bearer
// token. The key is read once, in `open`; it is in no error, no fingerprint and no log, not even
// where the server says it back. Proxies of the environment (`https_proxy`, ...) are used, but not
// to reach the machine itself. Certificates are checked against those of the system.
//
// Thread-safety: const methods may be called from many threads; each call has up to `concurrency`
// requests on their way.
// Cost: a thread and a connection for each request on its way; connections are kept for the next.
// Failure of a call: kInvalidOption for options that make no sense or that the protocol does not
// have, named in `field`; kInterrupted. Of a request: kInvalidInput (the text is not UTF-8, or the
// server says so: 400, 413, 422), kInvalidOption (key or address: 401, 403, redirects), kNotFound
// (404), kUnsupported (the reply was filtered, or lacks the log-probabilities that were asked for),
// kIo (all else, after retries). Messages name the address and hold the first 200 characters of
// what the server said.

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/generate.h"

namespace assay {

// Times are in seconds and above 0; less than a millisecond counts as one.
struct EndpointOptions {
  std::string base_url;      // up to and without "/chat/completions"; http or https
  std::string model;         // its name there
  std::string key_variable;  // of the environment, holds the key; empty: no key is sent
  int concurrency = 4;       // requests on their way at a time, 1 to 256
  double deadline = 120;     // for a request with all its attempts and pauses
  // For one attempt; absent: all of `deadline`. Less than that, and what stalls is tried again.
  std::optional<double> attempt_timeout{};
  double connect_timeout = 10;                        // for the connection, within an attempt
  int attempts = 5;                                   // 1: no retries
  double pause = 0.5;                                 // before the second attempt
  double longest_pause = 30;                          // unless the server asks for a longer one
  std::size_t largest_reply = std::size_t{16} << 20;  // bytes; a larger one fails
  // Not owned. Once it is set, calls end with kInterrupted within about a second.
  const std::atomic<bool>* interrupt = nullptr;
};

using Conversation = std::vector<ChatMessage>;

// The protocol names tokens by their text: by its bytes where the server gives them (then a token
// may be a part of a character), else as the server shows it.
struct TokenProbability {
  std::string text;
  double log_probability = 0;  // as the server gives it; natural logarithm
};

struct ReplyToken {
  TokenProbability chosen;
  std::vector<TokenProbability> likeliest;  // best first, `chosen` among them or not
};

struct EndpointReply {
  std::string text;
  // "stop" of the protocol is kEnd: it does not tell the model's end from a stop string.
  StopReason stop = StopReason::kEnd;
  // Where log-probabilities were asked for. Some servers give the end token too, with an empty
  // text; where a stop string was written, its tokens may be missing or not.
  std::vector<ReplyToken> tokens;
};

// As OnContinuations: a request by its place in the call, and what became of it.
using OnReply = std::function<void(std::size_t request, const Result<EndpointReply>& reply)>;

class Endpoint {
 public:
  // Checks options and reads the key; sends nothing.
  static Result<std::unique_ptr<Endpoint>> open(const EndpointOptions& options);
  virtual ~Endpoint() = default;

  // Of `options` the protocol has max_tokens, temperature, top_p, seed and stops; another one that
  // differs from its default is refused. What the server does by default beyond them (llama.cpp's
  // samples from the 40 likeliest tokens) it does. `likeliest`, 0 to 20: for each token its
  // log-probability and the likeliest ones in its place; 0: none. Servers may allow fewer.
  virtual Result<std::vector<Result<EndpointReply>>> chat(
      std::span<const Conversation> conversations, const GenerationOptions& options = {},
      int likeliest = 0, const OnReply& on_reply = {}) const = 0;

  // What follows a prompt, without a chat template. OpenAI's own newer models do not have it;
  // prompts of token ids are an extension that llama.cpp and vLLM have.
  virtual Result<std::vector<Result<EndpointReply>>> complete(
      std::span<const Prompt> prompts, const GenerationOptions& options = {}, int likeliest = 0,
      const OnReply& on_reply = {}) const = 0;

  // Names address and model: all that can be known from here of what decides the replies.
  virtual const std::string& fingerprint() const = 0;
};

}  // namespace assay
