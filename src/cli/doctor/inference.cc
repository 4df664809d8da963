// What `assay doctor` says about OpenVINO; apart, because its headers are large.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/doctor/check.h"
#include "model/openvino_engine.h"

namespace assay::cli {

// OpenVINO reports through exceptions; this is the border.
DoctorCheck check_inference() {
  using Verdict = DoctorCheck::Verdict;
  try {
    const auto version = ov::get_openvino_version();
    ov::Core& core = model::shared_core();
    const auto abilities = core.get_property("CPU", ov::device::capabilities);
    return {Verdict::kOk, "OpenVINO",
            fmt::format("{}, device CPU ({})", version.buildNumber, fmt::join(abilities, " "))};
  } catch (const std::exception& exception) {
    return {Verdict::kFailure, "OpenVINO", exception.what(),
            "its libraries lie beside the program in an installation, in .deps/openvino in a "
            "build: make sure that they are whole"};
  }
}

}  // namespace assay::cli
