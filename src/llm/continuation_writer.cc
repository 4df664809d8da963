#include "llm/continuation_writer.h"

#include <cmath>
#include <utility>

namespace assay::llm {

ContinuationWriter::ContinuationWriter(const Vocabulary& vocabulary,
                                       const GenerationOptions& options, std::size_t max_tokens,
                                       TokenChooser chooser)
    : vocabulary_(&vocabulary),
      options_(options),
      max_tokens_(max_tokens),
      chooser_(std::move(chooser)),
      watch_(options.stops) {}

Result<ContinuationWriter> ContinuationWriter::make(const Vocabulary& vocabulary,
                                                    const GenerationOptions& options, Task task) {
  auto chooser = TokenChooser::make(vocabulary, options, std::move(task.prefix), task.sample);
  if (!chooser) return tl::unexpected(chooser.error());
  return ContinuationWriter(vocabulary, options, task.max_tokens, std::move(*chooser));
}

Result<void> ContinuationWriter::add(std::span<const float> logits) {
  const auto choice = chooser_.choose(logits);
  if (!choice) return tl::unexpected(choice.error());
  tokens_.push_back(choice->token);
  log_probability_ += choice->log_probability;
  if (vocabulary_->is_end(choice->token)) {
    stop_ = StopReason::kEnd;
  } else if (watch_.add(vocabulary_->piece(choice->token))) {
    stop_ = StopReason::kStopString;
  } else if (tokens_.size() >= max_tokens_) {
    stop_ = StopReason::kLength;
  }
  return {};
}

Continuation ContinuationWriter::finish() {
  Continuation written;
  written.log_probability = log_probability_;
  written.score =
      log_probability_ / std::pow(static_cast<double>(tokens_.size()), options_.length_penalty);
  written.stop = *stop_;
  if (written.stop == StopReason::kEnd) tokens_.pop_back();
  written.text = vocabulary_->detokenize(tokens_);
  if (written.stop == StopReason::kStopString) {
    written.text.resize(std::min(written.text.size(), find_stop(written.text, options_.stops)));
  }
  written.tokens = std::move(tokens_);
  return written;
}

}  // namespace assay::llm
