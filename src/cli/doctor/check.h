#pragma once
// One line of `assay doctor`, and the checks that make them.

#include <filesystem>
#include <string>
#include <vector>

#include "assay/metric.h"

namespace assay::cli {

struct DoctorCheck {
  enum class Verdict { kOk, kWarning, kFailure } verdict = Verdict::kOk;
  std::string name;
  std::string finding;
  std::string hint = {};  // what to do, for warnings and failures
};

const char* to_string(DoctorCheck::Verdict verdict);

// Version, processor, memory, ICU, working folder and its free space.
std::vector<DoctorCheck> check_machine();

// OpenVINO's version and the processor as it sees it.
DoctorCheck check_inference();

// Where each model was found, whether its bytes are as released, whether it loads and gives a
// sensible answer to one input.
std::vector<DoctorCheck> check_models(Resources& resources,
                                      const std::vector<std::filesystem::path>& extra);

}  // namespace assay::cli
