// Which engine runs a model.

#include "model/int8_network.h"
#include "model/openvino_engine.h"

namespace assay::model {

tl::unexpected<Error> interrupted() {
  return fail(ErrorCode::kInterrupted, "stopped before the work was done");
}

// OpenVINO runs every graph, and 8-bit ones best where the processor has VNNI. Where it has not,
// OpenVINO's 8-bit products are slower than its f32 ones, and our own kernels are faster than both
// (docs/performance.md).
Result<std::unique_ptr<Engine>> load_engine(const ModelFolder& folder, Head head,
                                            const EngineOptions& options) {
  auto graph = read_graph(folder, head);
  if (!graph) return tl::unexpected(graph.error());
  if (prefers_int8_engine()) {
    if (const auto network = read_int8_network(**graph, head)) {
      return make_int8_engine(*network, folder, head, options);
    }
  }
  return make_openvino_engine(*graph, folder, head, options);
}

}  // namespace assay::model
