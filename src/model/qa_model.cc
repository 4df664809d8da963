#include <algorithm>

#include "assay/model.h"
#include "model/row_runner.h"
#include "model/span_decoding.h"
#include "model/window_relevance.h"
#include "model/windows.h"

namespace assay {
namespace model {
namespace {

// Reading more windows of one text than this makes questions about a long text cost its square.
constexpr std::size_t kMostWindows = 8;

// One sequence: where the context's tokens stand in it and in the caller's text.
struct ContextPart {
  std::size_t begin = 0;  // position in the sequence
  std::size_t end = 0;
  std::vector<ByteRange> ranges;  // of positions begin to end
};

struct Prepared {
  PairPlan plan;
  std::vector<ContextPart> parts;  // one a window
};

ContextPart context_part(const Encoding& encoding) {
  ContextPart part;
  const auto first =
      std::find(encoding.sources.begin(), encoding.sources.end(), TokenSource::kSecond);
  part.begin = static_cast<std::size_t>(first - encoding.sources.begin());
  part.end = part.begin;
  while (part.end < encoding.size() && encoding.sources[part.end] == TokenSource::kSecond) {
    part.ranges.push_back(encoding.ranges[part.end++]);
  }
  return part;
}

// What one window says; the best window is the one that answers with the largest margin, or, when
// none answers, the one that comes nearest.
struct WindowAnswer {
  std::optional<ByteRange> place;  // in the context
  double margin = 0;

  bool better_than(const WindowAnswer& other) const {
    if (place.has_value() != other.place.has_value()) return place.has_value();
    return margin > other.margin;
  }
};

class Qa : public QaModel {
 public:
  Qa(std::unique_ptr<RowRunner> runner, const SequenceLimits& limits)
      : runner_(std::move(runner)), limits_(limits) {}

  Result<std::vector<QaAnswer>> answer(std::span<const QuestionContext> inputs,
                                       SpanDecoding decoding) const override {
    std::vector<Row> rows;
    std::vector<Prepared> prepared;
    Tokens context;
    std::string_view tokenized;  // the text of `context`: questions about one text come together
    for (const QuestionContext& input : inputs) {
      if (input.context.data() != tokenized.data() || input.context.size() != tokenized.size()) {
        auto tokens = runner_->tokenizer().tokenize(input.context);
        if (!tokens) return tl::unexpected(tokens.error());
        context = *std::move(tokens);
        tokenized = input.context;
      }
      auto one = prepare(input.question, context, rows);
      if (!one) return tl::unexpected(one.error());
      prepared.push_back(std::move(*one));
    }
    const auto logits = runner_->run(std::move(rows), inputs.size());
    if (!logits) return tl::unexpected(logits.error());
    std::vector<QaAnswer> answers;
    std::size_t next = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const auto outputs = std::span(*logits).subspan(next, prepared[i].parts.size());
      answers.push_back(merge(inputs[i].context, prepared[i], outputs, decoding));
      next += outputs.size();
    }
    return answers;
  }

  double null_margin() const override { return runner_->config().null_answer_margin; }
  const std::string& fingerprint() const override { return runner_->fingerprint(); }
  ModelStats stats() const override { return runner_->stats(); }

 private:
  Result<Prepared> prepare(std::string_view text, const Tokens& context,
                           std::vector<Row>& rows) const {
    const Tokenizer& tokenizer = runner_->tokenizer();
    const auto question = tokenizer.tokenize(text);
    if (!question) return tl::unexpected(question.error());
    Prepared prepared;
    prepared.plan = plan_pair(question->size(), context.size(), limits_);
    const TokenSlice asked = question->slice(0, prepared.plan.fixed_tokens);
    for (const Window& window :
         most_relevant_windows(context.ids, prepared.plan.windows, asked.ids, kMostWindows)) {
      const Encoding encoding = tokenizer.assemble(asked, context.slice(window.first, window.last));
      prepared.parts.push_back(context_part(encoding));
      rows.push_back(row_of(encoding));
    }
    return prepared;
  }

  QaAnswer merge(std::string_view context, const Prepared& prepared,
                 std::span<const std::vector<float>> logits, SpanDecoding decoding) const {
    WindowAnswer best = read_window(prepared.parts[0], logits[0], decoding);
    for (std::size_t i = 1; i < logits.size(); ++i) {
      const WindowAnswer other = read_window(prepared.parts[i], logits[i], decoding);
      if (other.better_than(best)) best = other;
    }
    QaAnswer answer;
    answer.margin = best.margin;
    answer.windows = static_cast<int>(prepared.plan.windows.size());
    answer.truncated = prepared.plan.truncated;
    if (best.place) {
      const auto [begin, end] = *best.place;
      answer.answer = {begin, end, std::string(context.substr(begin, end - begin))};
    }
    return answer;
  }

  WindowAnswer read_window(const ContextPart& part, const std::vector<float>& logits,
                           SpanDecoding decoding) const {
    const std::size_t length = logits.size() / 2;
    const std::span<const float> start(logits.data(), length);
    const std::span<const float> end(logits.data() + length, length);
    const bool independent = decoding == SpanDecoding::kIndependent;
    const DecodedSpan decoded = independent ? decode_independent(start, end, part.begin, part.end)
                                            : decode_best_valid(start, end, part.begin, part.end);
    WindowAnswer answer{std::nullopt, decoded.margin};
    if (decoded.span && (independent || decoded.margin >= null_margin())) {
      answer.place = ByteRange{part.ranges[decoded.span->first - part.begin].begin,
                               part.ranges[decoded.span->last - part.begin].end};
    }
    return answer;
  }

  std::unique_ptr<RowRunner> runner_;
  SequenceLimits limits_;
};

}  // namespace
}  // namespace model

Result<std::unique_ptr<QaModel>> QaModel::load(const std::filesystem::path& folder,
                                               const ModelOptions& options) {
  auto runner = model::RowRunner::load(folder, model::Head::kSpan, options);
  if (!runner) return tl::unexpected(runner.error());
  const auto limits = model::sequence_limits(**runner, (*runner)->tokenizer().specials_of_pair());
  if (!limits) return tl::unexpected(limits.error());
  return std::make_unique<model::Qa>(std::move(*runner), *limits);
}

}  // namespace assay
