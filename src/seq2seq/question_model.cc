#include "seq2seq/question_model.h"

#include <algorithm>

#include "base/interrupt.h"
#include "base/parallel.h"
#include "model/int8_products.h"
#include "model/marked_text.h"
#include "model/model_folder.h"
#include "seq2seq/question_writer.h"
#include "seq2seq/true_case.h"

namespace assay::seq2seq {
namespace {

// Sources whose hypotheses share one pass over the weights.
constexpr std::size_t kTogether = 8;

GenerationOptions generation(const BeamOptions& options) {
  GenerationOptions generation;
  generation.beams = options.beams;
  generation.returned = options.returned;
  return generation;
}

class LoadedQuestionModel final : public QuestionModel {
 public:
  LoadedQuestionModel(const Weights& weights, const model::ModelFolder& folder,
                      std::shared_ptr<const Tokenizer> tokenizer, const WritingTokens& tokens,
                      const QuestionModelOptions& options)
      : network_(weights),
        tokenizer_(std::move(tokenizer)),
        tokens_(tokens),
        fingerprint_("question-generator:" + folder.fingerprint),
        max_length_(folder.config.whole_tokens > 0
                        ? std::min(folder.config.whole_tokens, folder.max_length)
                        : folder.max_length),
        options_(options) {}

  Result<std::vector<std::vector<AskedQuestion>>> ask(std::span<const AskedPhrase> phrases,
                                                      const BeamOptions& options) const override {
    if (options.beams < 1 || options.returned < 1 || options.returned > options.beams) {
      return fail(ErrorCode::kInvalidOption,
                  "beams must be at least 1, and no more questions returned than there are beams");
    }
    Laid laid;
    if (auto done = lay(phrases, laid); !done) return tl::unexpected(done.error());
    std::vector<std::vector<AskedQuestion>> asked(phrases.size());
    std::vector<std::optional<Error>> failures(laid.rows.size());
    const std::size_t groups = (laid.rows.size() + kTogether - 1) / kTogether;
    base::parallel_for(groups, options_.threads, [&](std::size_t group) {
      if (base::is_set(options_.interrupt)) return;
      const std::size_t begin = group * kTogether;
      const std::size_t end = std::min(begin + kTogether, laid.rows.size());
      failures[begin] = write(phrases, laid, begin, end, options, asked);
    });
    if (base::is_set(options_.interrupt)) {
      return fail(ErrorCode::kInterrupted, "stopped while questions were written");
    }
    for (const auto& failure : failures) {
      if (failure) return tl::unexpected(*failure);
    }
    return asked;
  }

  const std::string& fingerprint() const override { return fingerprint_; }

 private:
  struct Laid {
    std::vector<model::Row> rows;
    std::vector<std::size_t> phrases;  // of each row
  };

  // Phrases of one text follow each other, and it is tokenised once.
  Result<void> lay(std::span<const AskedPhrase> phrases, Laid& laid) const {
    std::optional<Tokens> tokens;
    for (std::size_t i = 0; i < phrases.size(); ++i) {
      if (!tokens || phrases[i].text != phrases[i - 1].text) {
        auto found = tokenizer_->tokenize(phrases[i].text);
        if (!found) return tl::unexpected(found.error());
        tokens = std::move(*found);
      }
      const auto marked = model::mark_phrase(*tokenizer_, *tokens, phrases[i].phrase, max_length_);
      if (!marked) continue;
      model::Row row = {{marked->ids.begin(), marked->ids.end()},
                        {marked->type_ids.begin(), marked->type_ids.end()}};
      if (auto checked = network_.check(row); !checked) return checked;
      laid.rows.push_back(std::move(row));
      laid.phrases.push_back(i);
    }
    return {};
  }

  std::optional<Error> write(std::span<const AskedPhrase> phrases, const Laid& laid,
                             std::size_t begin, std::size_t end, const BeamOptions& options,
                             std::vector<std::vector<AskedQuestion>>& asked) const {
    std::vector<const model::Row*> rows;
    for (std::size_t i = begin; i < end; ++i) rows.push_back(&laid.rows[i]);
    NetworkSpace space;
    const auto written = write_questions(network_, rows, tokens_, generation(options), space);
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t phrase = laid.phrases[i];
      for (const llm::FinishedBeam& beam : written[i - begin]) {
        const std::vector<std::uint32_t> ids(beam.tokens.begin(), beam.tokens.end());
        const auto text = tokenizer_->decode(ids);
        if (!text) return text.error();
        asked[phrase].push_back(
            {true_case(*text, phrases[phrase].text), beam.score, beam.tokens.size()});
      }
    }
    return std::nullopt;
  }

  Network network_;
  std::shared_ptr<const Tokenizer> tokenizer_;
  WritingTokens tokens_;
  std::string fingerprint_;
  std::size_t max_length_;
  QuestionModelOptions options_;
};

Result<WritingTokens> writing_tokens(const Tokenizer& tokenizer, const model::ModelFolder& folder) {
  const auto begin = tokenizer.id_of("[CLS]");
  const auto end = tokenizer.id_of("[SEP]");
  if (begin && end) {
    return WritingTokens{static_cast<std::int32_t>(*begin), static_cast<std::int32_t>(*end)};
  }
  return fail(ErrorCode::kCorrupt, folder.tokenizer.string() + ": has no tokens [CLS] and [SEP]",
              "a generator of questions reads and writes between them");
}

}  // namespace

Result<std::unique_ptr<QuestionModel>> QuestionModel::load(const std::filesystem::path& folder,
                                                           const QuestionModelOptions& options) {
  if (!model::can_multiply_int8()) {
    return fail(ErrorCode::kUnsupported,
                "generators of questions need a processor with AVX2 and FMA",
                "Q² asks by rules without one");
  }
  const auto opened = model::open_model_folder(folder);
  if (!opened) return tl::unexpected(opened.error());
  const auto weights = read_weights(*opened);
  if (!weights) return tl::unexpected(weights.error());
  auto tokenizer = Tokenizer::load(opened->tokenizer);
  if (!tokenizer) return tl::unexpected(tokenizer.error());
  const auto tokens = writing_tokens(**tokenizer, *opened);
  if (!tokens) return tl::unexpected(tokens.error());
  return std::make_unique<LoadedQuestionModel>(*weights, *opened, std::move(*tokenizer), *tokens,
                                               options);
}

}  // namespace assay::seq2seq
