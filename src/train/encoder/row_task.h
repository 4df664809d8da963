#pragma once
// What the tasks over rows with weights share: rows to learn from, named sets to evaluate on, and
// the model folder that the run's model is written like.

#include <utility>
#include <vector>

#include "train/encoder/encoder_task.h"
#include "train/encoder/model_writer.h"

namespace assay::train {

template <typename Rows, typename NamedSet>
class RowTask : public EncoderTask {
 public:
  RowTask(Rows rows, std::vector<NamedSet> evaluations, ModelTemplate model)
      : rows_(std::move(rows)), evaluations_(std::move(evaluations)), model_(std::move(model)) {}

  std::size_t row_count() const final { return rows_.size(); }
  double row_weight(std::size_t row) const final { return static_cast<double>(rows_.weights[row]); }
  bool can_evaluate() const final { return !evaluations_.empty(); }
  Result<void> save_model(const EncoderParameters& parameters, const std::filesystem::path& folder,
                          const nlohmann::ordered_json& config) const final {
    ModelTemplate model = model_;
    model.extra.update(config);
    return write_model(parameters, model, folder);
  }

 protected:
  Rows rows_;
  std::vector<NamedSet> evaluations_;

 private:
  ModelTemplate model_;
};

}  // namespace assay::train
