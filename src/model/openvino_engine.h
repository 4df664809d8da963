#pragma once
// An engine that runs an OpenVINO graph on the CPU: IR and ONNX files, or a graph built by us.

#include <memory>
#include <openvino/openvino.hpp>

#include "model/engine.h"

namespace assay::model {

// OpenVINO's entry point; loading its plugins costs tens of milliseconds, so it is made once, on
// first use. It holds no settings of ours.
ov::Core& shared_core();

// Reads the folder's weights into a graph whose outputs are those of `head`.
Result<std::shared_ptr<ov::Model>> read_graph(const ModelFolder& folder, Head head);

Result<std::unique_ptr<Engine>> make_openvino_engine(const std::shared_ptr<ov::Model>& graph,
                                                     const ModelFolder& folder, Head head,
                                                     const EngineOptions& options);

}  // namespace assay::model
