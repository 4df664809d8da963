#pragma once
// What every command does before it trains: opens the base and reads rows.

#include <memory>
#include <string>
#include <vector>

#include "assay/tokenizer.h"
#include "train/encoder_parameters.h"
#include "train/row_sources.h"
#include "train/train_options.h"

namespace assay::train {

struct TrainingBase {
  EncoderParameters parameters;
  std::shared_ptr<const Tokenizer> tokenizer;
};

// Where --base is only a name of a model: puts its folder, or the file `model.gguf` in it, in its
// place. Names are looked up as `assay models path` does it; language models also beside the
// folders of models, where the set-up puts one. kNotFound.
Result<void> find_base_folder(CommonOptions& options);
Result<void> find_base_file(CommonOptions& options);

// Checks the options too. `labels` of a classifier; none for other heads.
Result<TrainingBase> open_base(const CommonOptions& options, TrainedHead head,
                               const std::vector<std::string>& labels,
                               const DecoderOptions& decoder = {});

// From --source-cap and --cap.
Result<RowCaps> row_caps(const CommonOptions& options);

// "1,000 rows, 43,000 tokens, 43.0 a row" on standard error, with `more` behind it.
// The rows that the caps leave; says so where a cap names a source that no row has.
std::vector<std::size_t> kept_rows(const RowSources& sources, const RowCaps& caps,
                                   const CommonOptions& options);

// kInvalidInput where a file of --eval has no rows: nothing could be compared by it.
Result<void> check_evaluation_size(const NamedFile& file, std::size_t rows);

void report_rows(const TokenRows& rows, const CommonOptions& options, const std::string& more);

}  // namespace assay::train
