#pragma once
// Extractive question answering as the training loop sees it.

#include <memory>
#include <string>
#include <vector>

#include "train/encoder/model_writer.h"
#include "train/encoder/span_rows.h"
#include "train/trainer.h"

namespace assay::train {

struct NamedQuestions {
  std::string name;
  SpanQuestions questions;
};

// The score of an evaluation is the mean over its files of (F1 of the answerable + share of the
// unanswerable refused) / 2, each file at its best margin. The model is saved with the best margin
// of the first file.
std::shared_ptr<const EncoderTask> make_span_task(SpanRows rows,
                                                  std::vector<NamedQuestions> evaluations,
                                                  ModelTemplate model);

}  // namespace assay::train
