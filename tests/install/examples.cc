// The examples of docs/library.md that ask models, each a function that can be copied.

#include "examples.h"

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "assay/cache.h"
#include "assay/endpoint.h"
#include "assay/generate.h"
#include "assay/model.h"
#include "assay/token_embedder.h"

namespace examples {

assay::Result<void> judge_a_pair(const std::filesystem::path& folder) {
  const auto model = assay::NliModel::load(folder);
  if (!model) return tl::unexpected(model.error());
  const std::vector<assay::TextPair> pairs = {
      {.first = "The Louvre is a museum in Paris.", .second = "The Louvre is in Rome."}};
  const auto scores = (*model)->judge(pairs);
  if (!scores) return tl::unexpected(scores.error());
  const assay::NliScores& first = scores->front();
  std::printf("entailment %.3f, neutral %.3f, contradiction %.3f\n", first.entailment,
              first.neutral, first.contradiction);
  return {};
}

assay::Result<void> answer_a_question(const std::filesystem::path& folder) {
  const auto cache = assay::make_memory_cache();  // or open_sqlite_cache("answers.db")
  assay::ModelOptions options;
  options.cache = cache.get();
  const auto model = assay::QaModel::load(folder, options);
  if (!model) return tl::unexpected(model.error());
  const std::vector<assay::QuestionContext> inputs = {
      {.question = "Where is the Louvre?", .context = "The Louvre is a museum in Paris."}};
  const auto answers = (*model)->answer(inputs);
  if (!answers) return tl::unexpected(answers.error());
  const assay::QaAnswer& first = answers->front();
  std::printf("%s, margin %.2f\n", first.answer ? first.answer->text.c_str() : "no answer",
              first.margin);
  return {};
}

assay::Result<double> similarity(const std::filesystem::path& folder, std::string_view one,
                                 std::string_view other) {
  const auto model = assay::Embedder::load(folder);
  if (!model) return tl::unexpected(model.error());
  const std::vector<std::string_view> texts = {one, other};
  const auto vectors = (*model)->embed(texts);
  if (!vectors) return tl::unexpected(vectors.error());
  double product = 0;  // of unit vectors: their cosine
  for (std::size_t i = 0; i < (*model)->dimension(); ++i) {
    product += (*vectors)[0][i] * (*vectors)[1][i];
  }
  return product;
}

assay::Result<std::size_t> count_states(const std::filesystem::path& folder,
                                        std::string_view text) {
  const auto model = assay::TokenEmbedder::load(folder);
  if (!model) return tl::unexpected(model.error());
  const std::vector<std::string_view> texts = {text};
  const auto states = (*model)->embed(texts);
  if (!states) return tl::unexpected(states.error());
  return states->front().states.size() / (*model)->dimension();  // one of each token
}

assay::Result<std::string> chat(const std::filesystem::path& gguf, const std::string& question) {
  const auto model = assay::Generator::load(gguf);
  if (!model) return tl::unexpected(model.error());
  const std::vector<assay::ChatMessage> messages = {{.role = "user", .content = question}};
  const auto prompt = (*model)->chat_prompt(messages);
  if (!prompt) return tl::unexpected(prompt.error());
  assay::GenerationOptions options;
  options.max_tokens = 64;
  options.temperature = 0.7;  // 0, the default, takes the likeliest token each time
  options.seed = 1;
  const std::vector<assay::Prompt> prompts = {*prompt};
  const auto results = (*model)->generate(prompts, options);
  if (!results) return tl::unexpected(results.error());                    // of the call
  if (!results->front()) return tl::unexpected(results->front().error());  // of this prompt
  return results->front()->front().text;
}

assay::Result<bool> finds_likelier(const std::filesystem::path& gguf, const std::string& prompt,
                                   const std::string& one, const std::string& other) {
  const auto model = assay::Generator::load(gguf);
  if (!model) return tl::unexpected(model.error());
  const std::vector<assay::ScoringTask> tasks = {
      {.prompt = {.text = prompt, .tokens = {}},
       .continuations = {{.text = one, .tokens = {}}, {.text = other, .tokens = {}}}}};
  const auto scores = (*model)->score(tasks);
  if (!scores) return tl::unexpected(scores.error());
  if (!scores->front()) return tl::unexpected(scores->front().error());
  const auto& both = *scores->front();
  return both[0].log_probability > both[1].log_probability;
}

assay::Result<double> probability_of_yes(const std::string& base_url, const std::string& model,
                                         const std::string& question) {
  assay::EndpointOptions options;
  options.base_url = base_url;  // such as http://127.0.0.1:8080/v1
  options.model = model;
  const auto endpoint = assay::Endpoint::open(options);
  if (!endpoint) return tl::unexpected(endpoint.error());
  const std::vector<assay::Conversation> conversations = {
      {{.role = "user", .content = question + " Answer yes or no."}}};
  assay::GenerationOptions writing;
  writing.max_tokens = 1;
  const auto replies = (*endpoint)->chat(conversations, writing, /*likeliest=*/20);
  if (!replies) return tl::unexpected(replies.error());
  const auto& reply = replies->front();
  if (!reply) return tl::unexpected(reply.error());
  double probability = 0;
  for (const auto& token : reply->tokens.front().likeliest) {
    if (token.text == "yes" || token.text == "Yes") probability += std::exp(token.log_probability);
  }
  return probability;
}

}  // namespace examples
