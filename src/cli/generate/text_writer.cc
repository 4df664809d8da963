#include "cli/generate/text_writer.h"

#include <utility>

namespace assay::cli {
namespace {

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

class ModelWriter : public TextWriter {
 public:
  ModelWriter(std::unique_ptr<Generator> model, GenerationOptions options, bool raw)
      : model_(std::move(model)), options_(std::move(options)), raw_(raw) {}

  Result<void> write(std::span<const rows::Asked> asked,
                     const OnWritten& on_written) const override {
    std::vector<Prompt> prompts;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      auto prompt = prompt_of(asked[i]);
      if (!prompt && prompt.error().code == ErrorCode::kUnsupported) {  // so is every other
        return tl::unexpected(prompt.error());
      }
      if (prompt) {
        prompts.push_back(std::move(*prompt));
        places.push_back(i);
      } else {
        on_written(i, tl::unexpected(prompt.error()));
      }
    }
    const auto all =
        model_->generate(prompts, options_, [&](std::size_t i, const Result<Continuations>& made) {
          on_written(places[i],
                     made ? texts_of(*made) : Result<WrittenTexts>(tl::unexpected(made.error())));
        });
    if (!all) return tl::unexpected(all.error());
    return {};
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

  Result<void> write(std::span<const rows::Asked> asked,
                     const OnWritten& on_written) const override {
    std::vector<Conversation> conversations;
    std::vector<Prompt> prompts;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto* text = std::get_if<std::string>(&asked[i]);
      if (raw_ && text == nullptr) {
        on_written(i, tl::unexpected(conversation_is_raw()));
        continue;
      }
      places.push_back(i);
      if (raw_) {
        prompts.push_back({*text, {}});
      } else {
        conversations.push_back(conversation_of(asked[i]));
      }
    }
    const auto tell = [&](std::size_t i, const Result<EndpointReply>& reply) {
      if (reply) {
        on_written(places[i], WrittenTexts{{reply->text, reply->stop, {}, {}, {}}});
      } else {
        on_written(places[i], tl::unexpected(reply.error()));
      }
    };
    const auto all = raw_ ? endpoint_->complete(prompts, options_, 0, tell)
                          : endpoint_->chat(conversations, options_, 0, tell);
    if (!all) return tl::unexpected(all.error());
    return {};
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
