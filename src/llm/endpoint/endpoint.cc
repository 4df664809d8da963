#include "assay/endpoint.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "llm/endpoint/http_client.h"
#include "llm/endpoint/request.h"
#include "llm/endpoint/retry.h"

namespace assay {
namespace llm::endpoint {
namespace {

// What ends the requests of a call that were not sent yet.
class CommonFailure {
 public:
  std::optional<Error> get() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }
  void set(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<Error> error_;
};

class HttpEndpoint : public Endpoint {
 public:
  explicit HttpEndpoint(Settings settings)
      : settings_(std::move(settings)),
        fingerprint_("endpoint " + settings_.options.base_url + " model " +
                     settings_.options.model),
        client_(settings_) {}

  Result<std::vector<Result<EndpointReply>>> chat(std::span<const Conversation> conversations,
                                                  const GenerationOptions& options, int likeliest,
                                                  const OnReply& on_reply) const override {
    return ask_all(conversations, {"/chat/completions", ReplyKind::kChat, chat_request},
                   {settings_.options.model, options, likeliest}, on_reply);
  }

  Result<std::vector<Result<EndpointReply>>> complete(std::span<const Prompt> prompts,
                                                      const GenerationOptions& options,
                                                      int likeliest,
                                                      const OnReply& on_reply) const override {
    return ask_all(prompts, {"/completions", ReplyKind::kCompletion, completion_request},
                   {settings_.options.model, options, likeliest}, on_reply);
  }

  const std::string& fingerprint() const override { return fingerprint_; }

 private:
  template <typename Input>
  struct Service {
    const char* path;
    ReplyKind kind;
    Result<std::string> (*write)(const Input&, const Call&);
  };

  template <typename Input>
  Result<std::vector<Result<EndpointReply>>> ask_all(std::span<const Input> inputs,
                                                     const Service<Input>& service,
                                                     const Call& call,
                                                     const OnReply& on_reply) const {
    if (auto good = check_call(call.options, call.likeliest); !good) {
      return tl::unexpected(good.error());
    }
    const Question question{settings_.options.base_url + service.path, service.kind,
                            call.likeliest > 0};
    std::vector<std::optional<Result<EndpointReply>>> results(inputs.size());
    CommonFailure common;
    std::mutex telling;
    base::parallel_for(inputs.size(), settings_.options.concurrency, [&](std::size_t i) {
      const auto body = service.write(inputs[i], call);
      results[i] = body ? ask(*body, question, common) : tl::unexpected(body.error());
      if (on_reply && !was_interrupted(*results[i])) {
        const std::lock_guard lock(telling);
        on_reply(i, *results[i]);
      }
    });
    return collect(results);
  }

  static bool was_interrupted(const Result<EndpointReply>& result) {
    return !result && result.error().code == ErrorCode::kInterrupted;
  }

  Result<EndpointReply> ask(const std::string& body, const Question& question,
                            CommonFailure& common) const {
    if (auto error = common.get()) return tl::unexpected(std::move(*error));
    Attempt attempt = retry(settings_.options, [&](double seconds) {
      return judge(client_.post(question.address, body, seconds), question, settings_);
    });
    if (attempt) return std::move(*attempt);
    const AttemptFailure& failure = attempt.error();
    if (failure.concerns_all || failure.error.code == ErrorCode::kInterrupted) {
      common.set(failure.error);
    }
    return tl::unexpected(failure.error);
  }

  static Result<std::vector<Result<EndpointReply>>> collect(
      std::vector<std::optional<Result<EndpointReply>>>& results) {
    std::vector<Result<EndpointReply>> all;
    for (auto& result : results) {
      if (was_interrupted(*result)) return tl::unexpected(result->error());
      all.push_back(std::move(*result));
    }
    return all;
  }

  Settings settings_;
  std::string fingerprint_;
  mutable HttpClient client_;
};

}  // namespace
}  // namespace llm::endpoint

Result<std::unique_ptr<Endpoint>> Endpoint::open(const EndpointOptions& options) {
  auto settings = llm::endpoint::read_settings(options);
  if (!settings) return tl::unexpected(settings.error());
  return std::make_unique<llm::endpoint::HttpEndpoint>(std::move(*settings));
}

}  // namespace assay
