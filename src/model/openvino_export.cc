#include "model/openvino_export.h"

#include "model/export_folder.h"
#include "model/openvino_engine.h"

namespace assay::model {

namespace fs = std::filesystem;

Result<Head> head_of(const ModelFolder& folder) {
  for (const std::string& name : folder.config.architectures) {
    if (name.ends_with("ForSequenceClassification")) return Head::kClassify;
    if (name.ends_with("ForQuestionAnswering")) return Head::kSpan;
  }
  return fail(ErrorCode::kInvalidOption,
              "`architectures` in " + (folder.folder / "config.json").string() +
                  " does not say what the model is for",
              "say it: --task nli or --task qa");
}

Result<void> export_openvino(const ModelFolder& folder, Head head, const fs::path& out) {
  const auto graph = read_graph(folder, head);
  if (!graph) return tl::unexpected(graph.error());
  if (auto begun = begin_export(folder.folder, out); !begun) return begun;
  const fs::path file = out / "openvino_model.xml";
  try {
    ov::save_model(*graph, file.string(), /*compress_to_fp16=*/false);
  } catch (const std::exception& exception) {
    return cannot_write(file, exception.what());
  }
  return {};
}

}  // namespace assay::model
