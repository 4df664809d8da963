// Which engine runs a model.

#include <cstdlib>
#include <string_view>

#include "model/int8_network.h"
#include "model/openvino_engine.h"

namespace assay::model {

tl::unexpected<Error> interrupted() {
  return fail(ErrorCode::kInterrupted, "stopped before the work was done");
}

namespace {

// ASSAY_INT8_ENGINE=openvino leaves 8-bit networks to OpenVINO too, to compare the two.
Result<bool> wants_own_kernels() {
  const char* variable = std::getenv("ASSAY_INT8_ENGINE");
  const std::string_view choice = variable == nullptr ? "" : variable;
  if (choice == "openvino") return false;
  if (choice.empty() || choice == "int8") return can_run_int8_engine();
  return fail(ErrorCode::kInvalidOption,
              "the environment variable ASSAY_INT8_ENGINE is `" + std::string(choice) + "`",
              "it can be int8 or openvino; without it the engine is chosen for the processor");
}

}  // namespace

// 8-bit encoders that our own kernels know run on them: faster than OpenVINO's, and the same bits
// on every processor (docs/decisions/0005-own-int8-kernels.md). OpenVINO runs every other graph.
Result<std::unique_ptr<Engine>> load_engine(const ModelFolder& folder, Head head,
                                            const EngineOptions& options) {
  const auto own_kernels = wants_own_kernels();
  if (!own_kernels) return tl::unexpected(own_kernels.error());
  auto graph = read_graph(folder, head);
  if (!graph) return tl::unexpected(graph.error());
  if (*own_kernels) {
    if (const auto network = read_int8_network(**graph, head)) {
      return make_int8_engine(*network, folder, head, options);
    }
  }
  return make_openvino_engine(*graph, folder, head, options);
}

}  // namespace assay::model
