#include "train/encoder/span_row.h"

#include <algorithm>

#include "model/windows.h"

namespace assay::train {
namespace {

bool overlaps(const AnswerRow& row, ByteRange range) {
  return range.end > row.begin && range.begin < row.begin + row.answer.size();
}

// The answer's tokens among those of the context; the answer is given in bytes.
void mark_answer(const AnswerRow& row, LaidWindow& window) {
  if (row.answer.empty()) return;
  const std::size_t end = row.begin + row.answer.size();
  std::int32_t first = 0;
  std::int32_t last = 0;
  for (std::size_t i = window.context_begin; i < window.context_end; ++i) {
    const ByteRange range = window.tokens.ranges[i];
    if (!overlaps(row, range)) continue;
    if (first == 0) first = static_cast<std::int32_t>(i);
    last = static_cast<std::int32_t>(i);
  }
  if (first == 0) return;
  // An answer that the window cuts is not to be learned in halves.
  const ByteRange whole = {window.tokens.ranges[static_cast<std::size_t>(first)].begin,
                           window.tokens.ranges[static_cast<std::size_t>(last)].end};
  if (whole.begin > row.begin || whole.end < end) return;
  window.first = first;
  window.last = last;
}

}  // namespace

bool reads_answer(const AnswerRow& row, const std::vector<LaidWindow>& windows) {
  for (const LaidWindow& window : windows) {
    for (std::size_t i = window.context_begin; i < window.context_end; ++i) {
      if (overlaps(row, window.tokens.ranges[i])) return true;
    }
  }
  return false;
}

Result<std::vector<LaidWindow>> lay_windows(const AnswerRow& row, const Tokenizer& tokenizer,
                                            const SpanReading& reading) {
  const auto question = tokenizer.tokenize(row.question);
  if (!question) return tl::unexpected(question.error());
  const auto context = tokenizer.tokenize(row.context);
  if (!context) return tl::unexpected(context.error());
  const model::SequenceLimits limits = {.max_length = reading.max_length,
                                        .whole = reading.max_length,
                                        .shared = reading.stride,
                                        .specials = tokenizer.specials_of_pair()};
  const auto plan = model::plan_pair(question->size(), context->size(), limits);
  std::vector<LaidWindow> windows;
  for (const model::Window& place : plan.windows) {
    LaidWindow window;
    window.tokens = tokenizer.assemble(question->slice(0, plan.fixed_tokens),
                                       context->slice(place.first, place.last));
    const auto& sources = window.tokens.sources;
    const auto begin = std::find(sources.begin(), sources.end(), TokenSource::kSecond);
    window.context_begin = static_cast<std::size_t>(begin - sources.begin());
    window.context_end = window.context_begin + (place.last - place.first);
    mark_answer(row, window);
    windows.push_back(std::move(window));
  }
  return windows;
}

}  // namespace assay::train
