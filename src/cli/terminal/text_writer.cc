#include "cli/terminal/text_writer.h"

#include <utility>

namespace assay::cli {
namespace {

using Outcomes = std::vector<Result<WrittenTexts>>;

Error conversation_is_raw() {
  Error error = fail(ErrorCode::kInvalidInput, "need the chat template, which --raw leaves out",
                     "give a `prompt`")
                    .value();
  error.field = "messages";
  return error;
}

Conversation conversation_of(const rows::Asked& asked) {
  if (const auto* conversation = std::get_if<Conversation>(&asked)) return *conversation;
  return {{"user", std::get<std::string>(asked)}};
}

// The results of the prompts that could be asked, back at the places of all.
Outcomes spread(std::vector<std::optional<Error>> failed, Outcomes written) {
  Outcomes all;
  auto next = written.begin();
  for (auto& error : failed) {
    if (error) {
      all.emplace_back(tl::unexpected(std::move(*error)));
    } else {
      all.push_back(std::move(*next++));
    }
  }
  return all;
}

class ModelWriter : public TextWriter {
 public:
  ModelWriter(std::unique_ptr<Generator> model, GenerationOptions options, bool raw)
      : model_(std::move(model)), options_(std::move(options)), raw_(raw) {}

  Result<Outcomes> write(std::span<const rows::Asked> asked) const override {
    std::vector<Prompt> prompts;
    std::vector<std::optional<Error>> failed;
    for (const rows::Asked& one : asked) {
      auto prompt = prompt_of(one);
      if (!prompt && prompt.error().code == ErrorCode::kUnsupported) {  // so is every other
        return tl::unexpected(prompt.error());
      }
      failed.push_back(prompt ? std::nullopt : std::optional(prompt.error()));
      if (prompt) prompts.push_back(std::move(*prompt));
    }
    const auto written = model_->generate(prompts, options_);
    if (!written) return tl::unexpected(written.error());
    Outcomes found;
    for (const auto& one : *written) {
      found.push_back(one ? texts_of(*one) : Result<WrittenTexts>(tl::unexpected(one.error())));
    }
    return spread(std::move(failed), std::move(found));
  }

 private:
  Result<Prompt> prompt_of(const rows::Asked& asked) const {
    const auto* text = std::get_if<std::string>(&asked);
    if (raw_ && text == nullptr) return tl::unexpected(conversation_is_raw());
    if (raw_) return Prompt{*text, {}};
    auto prompt = model_->chat_prompt(conversation_of(asked));
    if (!prompt && text != nullptr && prompt.error().code == ErrorCode::kUnsupported) {
      Error error = prompt.error();
      error.hint = "--raw gives the model the prompts as they are";
      return tl::unexpected(error);
    }
    return prompt;
  }

  Result<WrittenTexts> texts_of(const Continuations& continuations) const {
    WrittenTexts texts;
    for (const Continuation& one : continuations) {
      WrittenText text{one.text, one.stop, one.tokens.size(), one.log_probability, {}};
      if (options_.beams > 1) text.score = one.score;
      texts.push_back(std::move(text));
    }
    return texts;
  }

  std::unique_ptr<Generator> model_;
  GenerationOptions options_;
  bool raw_;
};

class EndpointWriter : public TextWriter {
 public:
  EndpointWriter(std::unique_ptr<Endpoint> endpoint, GenerationOptions options, bool raw)
      : endpoint_(std::move(endpoint)), options_(std::move(options)), raw_(raw) {}

  Result<Outcomes> write(std::span<const rows::Asked> asked) const override {
    std::vector<Conversation> conversations;
    std::vector<Prompt> prompts;
    std::vector<std::optional<Error>> failed(asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto* text = std::get_if<std::string>(&asked[i]);
      if (!raw_) {
        conversations.push_back(conversation_of(asked[i]));
      } else if (text != nullptr) {
        prompts.push_back({*text, {}});
      } else {
        failed[i] = conversation_is_raw();
      }
    }
    const auto replies =
        raw_ ? endpoint_->complete(prompts, options_) : endpoint_->chat(conversations, options_);
    if (!replies) return tl::unexpected(replies.error());
    Outcomes found;
    for (const auto& reply : *replies) {
      if (reply) {
        found.emplace_back(WrittenTexts{{reply->text, reply->stop, {}, {}, {}}});
      } else {
        found.emplace_back(tl::unexpected(reply.error()));
      }
    }
    return spread(std::move(failed), std::move(found));
  }

 private:
  std::unique_ptr<Endpoint> endpoint_;
  GenerationOptions options_;
  bool raw_;
};

}  // namespace

Result<std::unique_ptr<TextWriter>> open_model_writer(const std::string& file,
                                                      const GeneratorOptions& loading,
                                                      const GenerationOptions& options, bool raw) {
  auto model = Generator::load(file, loading);
  if (!model) return tl::unexpected(model.error());
  return std::make_unique<ModelWriter>(std::move(*model), options, raw);
}

Result<std::unique_ptr<TextWriter>> open_endpoint_writer(const EndpointOptions& endpoint,
                                                         const GenerationOptions& options,
                                                         bool raw) {
  auto opened = Endpoint::open(endpoint);
  if (!opened) return tl::unexpected(opened.error());
  return std::make_unique<EndpointWriter>(std::move(*opened), options, raw);
}

}  // namespace assay::cli
