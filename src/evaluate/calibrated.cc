// A calibrator applied to a table of scores.

#include "assay/calibrate.h"
#include "engine/json_writer.h"

namespace assay::evaluate {

Result<void> choose_score(std::vector<std::string>& scores, const FittedCalibrator& fitted) {
  if (scores.empty()) scores = {fitted.metric};
  if (scores.size() == 1) return {};
  return fail(ErrorCode::kInvalidOption, "a calibrator is applied to one metric");
}

std::string calibrated_lines(const ScoreTable& table, const FittedCalibrator& fitted) {
  std::string lines;
  for (std::size_t i = 0; i < table.size(); ++i) {
    engine::JsonWriter json;
    const Score& score = table.scores[0].values[i];
    json.open_object().key("id").string(table.ids[i]).key("metric").string(fitted.metric);
    json.key("score");
    score ? json.number(*score) : json.null();
    json.key("probability");
    const auto probability = score ? fitted.calibrator.probability(*score) : std::nullopt;
    probability ? json.number(*probability) : json.null();
    json.key("grounded");
    score ? json.boolean(fitted.calibrator.is_grounded(*score)) : json.null();
    if (!score) json.key("no_score").string(to_string(score.error()));
    json.close_object();
    lines += json.take() + "\n";
  }
  return lines;
}

}  // namespace assay::evaluate
