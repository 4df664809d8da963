// Which engine runs a model.

#include "model/int8_network.h"
#include "model/openvino_engine.h"

namespace assay::model {

tl::unexpected<Error> interrupted() {
  return fail(ErrorCode::kInterrupted, "stopped before the work was done");
}

// 8-bit encoders that our own kernels know run on them: faster than OpenVINO's, and the same bits on
// every processor (docs/decisions/0005-own-int8-kernels.md). OpenVINO runs every other graph.
Result<std::unique_ptr<Engine>> load_engine(const ModelFolder& folder, Head head,
                                            const EngineOptions& options) {
  auto graph = read_graph(folder, head);
  if (!graph) return tl::unexpected(graph.error());
  if (can_run_int8_engine()) {
    if (const auto network = read_int8_network(**graph, head)) {
      return make_int8_engine(*network, folder, head, options);
    }
  }
  return make_openvino_engine(*graph, folder, head, options);
}

}  // namespace assay::model
