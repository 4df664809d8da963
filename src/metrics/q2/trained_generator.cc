#include "metrics/q2/trained_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::q2 {
namespace {

constexpr seq2seq::BeamOptions kBeams = {.beams = 5, .returned = 5};

ByteRange bytes_of(const Candidate& candidate) {
  return {static_cast<std::uint32_t>(candidate.span.byte_start),
          static_cast<std::uint32_t>(candidate.span.byte_end)};
}

}  // namespace

Result<std::unique_ptr<QuestionGenerator>> TrainedGenerator::load(
    const std::filesystem::path& folder, const ModelOptions& options) {
  auto model = seq2seq::QuestionModel::load(
      folder, {.threads = options.threads, .interrupt = options.interrupt});
  if (!model) return tl::unexpected(model.error());
  return std::make_unique<TrainedGenerator>(std::move(*model), options.cache);
}

TrainedGenerator::TrainedGenerator(std::unique_ptr<const seq2seq::QuestionModel> model,
                                   ModelCache* cache)
    : ModelGenerator(cache),
      model_(std::move(model)),
      fingerprint_(fmt::format("{}/beams={}", model_->fingerprint(), kBeams.beams)) {}

std::string TrainedGenerator::input_of(const QuestionRequest& request) const {
  const ByteRange bytes = bytes_of(*request.candidate);
  return fmt::format("{} {} {}", bytes.begin, bytes.end, *request.doc->text);
}

Result<std::vector<Result<TrainedGenerator::Texts>>> TrainedGenerator::write(
    Open open, ModelStats& stats) const {
  std::vector<seq2seq::AskedPhrase> phrases;
  for (const QuestionRequest* request : open) {
    phrases.push_back({*request->doc->text, bytes_of(*request->candidate)});
  }
  const auto asked = model_->ask(phrases, kBeams);
  if (!asked) return tl::unexpected(asked.error());
  std::vector<Result<Texts>> answers;
  for (const auto& questions : *asked) {
    Texts texts;
    for (const seq2seq::AskedQuestion& one : questions) {
      const bool is_new = std::find(texts.begin(), texts.end(), one.text) == texts.end();
      if (is_new && !one.text.empty()) texts.push_back(one.text);
      stats.tokens += one.tokens;
    }
    answers.emplace_back(std::move(texts));
    ++stats.rows;
  }
  return answers;
}

}  // namespace assay::q2
