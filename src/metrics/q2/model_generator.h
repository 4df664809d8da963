#pragma once
// What generators of questions that run a model have in common: equal inputs are asked once, what
// was asked in the last call or stands in the cache is not asked again, and questions are numbered
// and counted.

#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "assay/cache.h"
#include "metrics/q2/question_generator.h"

namespace assay::q2 {

class ModelGenerator : public QuestionGenerator {
 public:
  Result<std::vector<Questions>> generate(std::span<const QuestionRequest> requests,
                                          const QuestionOptions& options) const final;
  std::optional<ModelStats> stats() const final;

 protected:
  using Texts = std::vector<std::string>;  // the questions about a phrase, best first
  using Open = std::span<const QuestionRequest* const>;

  // `cache` may be null; it must outlive the generator.
  explicit ModelGenerator(ModelCache* cache) : cache_(cache) {}

  // All that the questions of a request depend on besides the model.
  virtual std::string input_of(const QuestionRequest& request) const = 0;
  // One answer a request, in order; the error of one that does not fit the model is its own. Counts
  // tokens and rows.
  virtual Result<std::vector<Result<Texts>>> write(Open open, ModelStats& stats) const = 0;

 private:
  using Answers = std::map<std::string, Result<Texts>>;  // by input
  struct Asked {
    std::string input;
    const QuestionRequest* request;
  };

  void recall(std::vector<Asked>& open, Answers& answers) const;
  Result<void> write_open(std::span<const Asked> open, Answers& answers) const;
  void remember(std::span<const Asked> written, const Answers& answers) const;
  CacheKey key_of(const std::string& input) const;

  ModelCache* cache_;
  mutable std::mutex mutex_;  // held while a call is answered
  mutable Answers last_;      // of the last call: another metric of the run asks the same
  mutable ModelStats stats_;
};

}  // namespace assay::q2
