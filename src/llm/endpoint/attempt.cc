#include "llm/endpoint/attempt.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::llm::endpoint {
namespace {

constexpr int kPassing[] = {408, 409, 425, 429};

struct Meaning {
  ErrorCode code = ErrorCode::kIo;
  std::string hint;
};

bool may_pass(int status) {
  return status >= 500 || std::count(std::begin(kPassing), std::end(kPassing), status) > 0;
}

std::string key_hint(const Settings& settings) {
  const std::string& name = settings.options.key_variable;
  return name.empty() ? "name the variable of the environment that holds the key in `key_variable`"
                      : "the key is taken from the variable " + name + " of the environment";
}

// The mistake that is made most.
std::string address_hint(const Settings& settings) {
  return settings.has_path ? "" : " (most servers want /v1 at its end)";
}

Meaning meaning_of(int status, const Settings& settings) {
  switch (status) {
    case 401:
    case 403:
      return {ErrorCode::kInvalidOption, key_hint(settings)};
    case 404:
      return {ErrorCode::kNotFound,
              fmt::format("check `base_url`{} and the name of the model, {}",
                          address_hint(settings), one_line(settings.options.model))};
    case 400:
    case 413:
    case 422:
      return {ErrorCode::kInvalidInput, {}};
    case 429:
      return {ErrorCode::kIo, "lower `concurrency` or raise `deadline`"};
    default:
      return {};
  }
}

// A server may say a key back.
std::string without_key(std::string text, const std::string& key) {
  for (std::size_t at = 0; !key.empty() && (at = text.find(key, at)) != std::string::npos;) {
    text.replace(at, key.size(), "***");
    at += 3;
  }
  return text;
}

AttemptFailure failed(ErrorCode code, std::string message, std::string hint = {}) {
  AttemptFailure failure;
  failure.error.code = code;
  failure.error.message = std::move(message);
  failure.error.hint = std::move(hint);
  return failure;
}

// What the server said, in the form ": ..."; before it is cut and after it is unescaped without
// key.
std::string said(const Exchange& exchange, const Settings& settings) {
  const std::string text = error_text(without_key(exchange.body, settings.key));
  return text.empty() ? text : ": " + without_key(text, settings.key);
}

AttemptFailure redirected(const Exchange& exchange, const std::string& address,
                          const Settings& settings) {
  const std::string target = one_line(without_key(exchange.redirect_to, settings.key));
  auto failure =
      failed(ErrorCode::kInvalidOption,
             fmt::format("{} answered {}, a redirect to `{}`", address, exchange.status, target),
             "redirects are not followed: give the new address as `base_url`");
  failure.concerns_all = true;
  return failure;
}

AttemptFailure refused(const Exchange& exchange, const std::string& address,
                       const Settings& settings) {
  Meaning meaning = meaning_of(exchange.status, settings);
  auto failure =
      failed(meaning.code,
             fmt::format("{} answered {}{}", address, exchange.status, said(exchange, settings)),
             std::move(meaning.hint));
  failure.may_pass = may_pass(exchange.status);
  failure.concerns_all = exchange.status == 401 || exchange.status == 404;
  failure.wait = exchange.retry_after;
  return failure;
}

// What came with a status 2xx may be of a proxy, or cut: then it passes.
Attempt read_reply(const Exchange& exchange, const Question& question, const Settings& settings) {
  auto reply = parse_reply(exchange.body, question.kind, question.wants_tokens);
  if (reply) return std::move(*reply);
  const Error& error = reply.error();
  const bool is_garbage = error.code == ErrorCode::kCorrupt;
  auto failure = failed(
      is_garbage ? ErrorCode::kIo : error.code,
      fmt::format("{} answered {} with something that cannot be taken: {}{}", question.address,
                  exchange.status, error.message, is_garbage ? said(exchange, settings) : ""),
      is_garbage && !settings.has_path ? "check `base_url`" + address_hint(settings) : error.hint);
  failure.may_pass = is_garbage;
  failure.wait = exchange.retry_after;
  return tl::unexpected(std::move(failure));
}

AttemptFailure not_answered(const Exchange& exchange, const std::string& address,
                            const EndpointOptions& options) {
  switch (exchange.outcome) {
    case Outcome::kInterrupted:
      return failed(ErrorCode::kInterrupted, "interrupted");
    case Outcome::kTooLarge:
      return failed(
          ErrorCode::kIo,
          fmt::format("{} answered with more than {} bytes", address, options.largest_reply),
          "raise `largest_reply` if that is right");
    default:
      break;
  }
  auto failure = failed(ErrorCode::kIo, fmt::format("{}: {}", address, exchange.fault));
  failure.may_pass = exchange.outcome != Outcome::kRefusedHere;
  failure.concerns_all =
      exchange.outcome == Outcome::kRefusedHere || exchange.outcome == Outcome::kNoConnection;
  if (exchange.outcome == Outcome::kRefusedHere) {
    failure.error.code = ErrorCode::kInvalidOption;
    failure.error.hint = "check `base_url` and the certificates of the system";
  } else if (exchange.outcome == Outcome::kNoConnection) {
    failure.error.hint = "is the server running, and `base_url` right?";
  } else if (exchange.outcome == Outcome::kTimedOut) {
    failure.error.hint = "raise `deadline` if the server is slow";
  }
  return failure;
}

}  // namespace

Attempt judge(const Exchange& exchange, const Question& question, const Settings& settings) {
  if (exchange.outcome != Outcome::kAnswered) {
    return tl::unexpected(not_answered(exchange, question.address, settings.options));
  }
  if (exchange.status / 100 == 2) return read_reply(exchange, question, settings);
  if (exchange.status / 100 == 3)
    return tl::unexpected(redirected(exchange, question.address, settings));
  return tl::unexpected(refused(exchange, question.address, settings));
}

}  // namespace assay::llm::endpoint
