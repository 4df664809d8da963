#pragma once
// Training a generator of questions: loss, and perplexity by origin of the rows.

#include <memory>
#include <string>
#include <vector>

#include "train/encoder/model_writer.h"
#include "train/question/question_rows.h"

namespace assay::train {

class EncoderTask;  // train/encoder_task.h, which needs LibTorch's headers

struct NamedQuestionRows {
  std::string name;
  QuestionRows rows;
};

// The loss of a row is the mean over its tokens of -log p(token). An evaluation reports the mean
// over all tokens, the perplexity; the best one has the lowest mean over the origins of all sets.
std::shared_ptr<const EncoderTask> make_question_task(QuestionRows rows,
                                                      std::vector<NamedQuestionRows> evaluations,
                                                      ModelTemplate model);

}  // namespace assay::train
