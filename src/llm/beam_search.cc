#include "llm/beam_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "llm/log_probabilities.h"
#include "llm/ngram_rule.h"

namespace assay::llm {
namespace {

// Rows of the first step are all the same: only the first may win.
constexpr double kOutOfTheRace = -1e9;

double penalized(double log_probability, std::size_t length, double penalty) {
  return log_probability / std::pow(static_cast<double>(length), penalty);
}

}  // namespace

BeamSearch::BeamSearch(const GenerationOptions& options, BeamTask task)
    : options_(options),
      task_(std::move(task)),
      width_(static_cast<std::size_t>(options.beams)),
      beams_(width_),
      done_(task_.max_tokens == 0) {
  for (std::size_t i = 1; i < width_; ++i) beams_[i].log_probability = kOutOfTheRace;
}

bool BeamSearch::is_end(TokenId token) const {
  return std::find(task_.ends.begin(), task_.ends.end(), token) != task_.ends.end();
}

std::vector<double> BeamSearch::continuation_scores(const Beam& beam, std::span<const float> row) {
  std::vector<double> scores = log_probabilities(row);
  // One infinite logit makes those of all others -infinity, and its own no number.
  broken_ =
      broken_ || std::ranges::none_of(scores, [](double score) { return std::isfinite(score); });
  if (options_.no_repeat_ngram == 0) return scores;
  std::vector<TokenId> tokens = task_.prefix;
  tokens.insert(tokens.end(), beam.tokens.begin(), beam.tokens.end());
  const auto n = static_cast<std::size_t>(options_.no_repeat_ngram);
  for (const TokenId token : tokens_completing_ngrams(tokens, n)) {
    scores[static_cast<std::size_t>(token)] = -std::numeric_limits<double>::infinity();
  }
  return scores;
}

std::size_t BeamSearch::candidates_wanted() const {
  return std::max<std::size_t>(2, 1 + task_.ends.size()) * width_;
}

// The best of all that are offered: of equal ones the lower beam's, then the smaller token.
class BeamSearch::BestCandidates {
 public:
  explicit BestCandidates(std::size_t wanted) : wanted_(wanted) {}

  void offer(const Candidate& candidate) {
    if (best_.size() == wanted_) {
      if (!better(candidate, best_.front())) return;
      std::pop_heap(best_.begin(), best_.end(), better);
      best_.pop_back();
    }
    best_.push_back(candidate);
    std::push_heap(best_.begin(), best_.end(), better);
  }

  std::vector<Candidate> sorted() && {
    std::sort_heap(best_.begin(), best_.end(), better);
    return std::move(best_);
  }

 private:
  static bool better(const Candidate& a, const Candidate& b) {
    if (a.log_probability != b.log_probability) return a.log_probability > b.log_probability;
    return a.beam != b.beam ? a.beam < b.beam : a.token < b.token;
  }

  std::size_t wanted_;
  std::vector<Candidate> best_;  // a heap with the worst on top
};

void BeamSearch::keep_finished(const Candidate& candidate, bool ended) {
  FinishedBeam beam;
  beam.tokens = beams_[candidate.beam].tokens;
  beam.tokens.push_back(candidate.token);
  beam.log_probability = candidate.log_probability;
  beam.score = penalized(candidate.log_probability, beam.tokens.size(), options_.length_penalty);
  beam.ended = ended;
  const auto place = std::find_if(finished_.begin(), finished_.end(),
                                  [&](const auto& other) { return other.score < beam.score; });
  finished_.insert(place, std::move(beam));
  if (finished_.size() > width_) finished_.pop_back();
}

bool BeamSearch::can_improve() const {
  if (finished_.size() < width_) return true;
  if (options_.early_stopping == EarlyStopping::kYes) return false;
  const bool to_the_end =
      options_.early_stopping == EarlyStopping::kNever && options_.length_penalty > 0;
  const std::size_t length = to_the_end ? task_.max_tokens : length_;
  return penalized(beams_.front().log_probability, length, options_.length_penalty) >
         finished_.back().score;
}

void BeamSearch::advance(std::span<const std::span<const float>> rows) {
  BestCandidates best(candidates_wanted());
  for (std::size_t i = 0; i < beams_.size(); ++i) {
    const std::vector<double> scores = continuation_scores(beams_[i], rows[i]);
    for (std::size_t token = 0; token < scores.size(); ++token) {
      best.offer({beams_[i].log_probability + scores[token], i, static_cast<TokenId>(token)});
    }
  }
  take(std::move(best).sorted());
}

void BeamSearch::advance(std::span<const std::vector<ScoredToken>> rows) {
  BestCandidates best(candidates_wanted());
  for (std::size_t i = 0; i < beams_.size(); ++i) {
    for (const ScoredToken& scored : rows[i]) {
      best.offer({beams_[i].log_probability + scored.log_probability, i, scored.token});
    }
  }
  take(std::move(best).sorted());
}

void BeamSearch::take(const std::vector<Candidate>& candidates) {
  ++length_;
  const bool full_length = length_ == task_.max_tokens;
  std::vector<Beam> next;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    const bool ended = is_end(candidate.token);
    if (!ended && !full_length) {
      if (next.size() == width_) continue;
      next.push_back({candidate.beam, beams_[candidate.beam].tokens, candidate.log_probability});
      next.back().tokens.push_back(candidate.token);
    } else if (i < width_) {  // the others are there only so that enough open ones are left
      keep_finished(candidate, ended);
    }
  }
  // A vocabulary of hardly more than end tokens can leave no beam to go on with.
  done_ = full_length || next.empty();
  if (done_) return;
  beams_ = std::move(next);
  done_ = !can_improve();
}

std::vector<FinishedBeam> BeamSearch::finish() const {
  const auto returned = std::min(finished_.size(), static_cast<std::size_t>(options_.returned));
  return {finished_.begin(), finished_.begin() + static_cast<std::ptrdiff_t>(returned)};
}

}  // namespace assay::llm
