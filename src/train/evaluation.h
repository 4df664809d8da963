#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace assay::train {

// How well a model does, in the middle or at the end of its training.
struct Evaluation {
  double score = 0;               // what "best" means; larger is better
  std::string summary;            // one line for the terminal
  nlohmann::ordered_json report;  // for the log
  // Members of config.json that follow from it.
  nlohmann::ordered_json config = nlohmann::ordered_json::object();
};

}  // namespace assay::train
