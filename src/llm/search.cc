#include "llm/search.h"

#include <utility>

#include "llm/beam_search.h"
#include "llm/continuation_writer.h"
#include "llm/log_probabilities.h"

namespace assay::llm {
namespace {

struct SearchTask {
  DecodingContext& context;
  const LanguageModel& model;
  std::span<const TokenId> prompt;
  const GenerationOptions& options;
  std::size_t max_tokens;
  llama_adapter_lora* adapter;
};

Result<Continuation> write_one(const SearchTask& task, int sample) {
  auto writer =
      ContinuationWriter::make(task.model.vocabulary, task.options,
                               {decoder_prefix(task.model, task.prompt), task.max_tokens, sample});
  if (!writer) return tl::unexpected(writer.error());
  const auto row = task.context.start(task.prompt, task.adapter);
  if (!row) return tl::unexpected(row.error());
  std::span<const float> logits = *row;
  while (true) {
    if (auto added = writer->add(logits); !added) return tl::unexpected(added.error());
    if (writer->done()) return writer->finish();
    const GrownHypothesis next{0, writer->last()};
    const auto rows = task.context.grow({&next, 1});
    if (!rows) return tl::unexpected(rows.error());
    logits = rows->front();
  }
}

Result<Continuations> write_all(const SearchTask& task) {
  Continuations written;
  for (int sample = 0; sample < task.options.returned; ++sample) {
    auto one = write_one(task, sample);
    if (!one) return tl::unexpected(one.error());
    written.push_back(std::move(*one));
  }
  return written;
}

std::vector<GrownHypothesis> hypotheses_of(const std::vector<Beam>& beams) {
  std::vector<GrownHypothesis> hypotheses;
  for (const Beam& beam : beams) hypotheses.push_back({beam.parent, beam.tokens.back()});
  return hypotheses;
}

Continuation to_continuation(FinishedBeam beam, const Vocabulary& vocabulary) {
  Continuation continuation;
  if (beam.ended) beam.tokens.pop_back();
  continuation.text = vocabulary.detokenize(beam.tokens);
  continuation.tokens = std::move(beam.tokens);
  continuation.log_probability = beam.log_probability;
  continuation.score = beam.score;
  continuation.stop = beam.ended ? StopReason::kEnd : StopReason::kLength;
  return continuation;
}

Result<Continuations> beam_search(const SearchTask& task) {
  BeamSearch beams(task.options, {decoder_prefix(task.model, task.prompt),
                                  task.model.vocabulary.ends(), task.max_tokens});
  const auto row = task.context.start(task.prompt, task.adapter);
  if (!row) return tl::unexpected(row.error());
  const std::vector<std::span<const float>> first(beams.beams().size(), *row);
  beams.advance(first);
  if (beams.broken()) return tl::unexpected(no_numbers());
  while (!beams.done()) {
    const auto rows = task.context.grow(hypotheses_of(beams.beams()));
    if (!rows) return tl::unexpected(rows.error());
    beams.advance(*rows);
    if (beams.broken()) return tl::unexpected(no_numbers());
  }
  Continuations found;
  for (FinishedBeam& beam : beams.finish()) {
    found.push_back(to_continuation(std::move(beam), task.model.vocabulary));
  }
  return found;
}

}  // namespace

std::vector<TokenId> decoder_prefix(const LanguageModel& model, std::span<const TokenId> prompt) {
  if (model.has_encoder) return {model.decoder_start};
  return {prompt.begin(), prompt.end()};
}

Result<Continuations> search(DecodingContext& context, const LanguageModel& model,
                             std::span<const TokenId> prompt, const GenerationOptions& options,
                             std::size_t max_tokens, llama_adapter_lora* adapter) {
  const SearchTask task{context, model, prompt, options, max_tokens, adapter};
  return options.beams == 1 ? write_all(task) : beam_search(task);
}

}  // namespace assay::llm
