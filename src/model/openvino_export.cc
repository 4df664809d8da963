#include "model/openvino_export.h"

#include "model/openvino_engine.h"

namespace assay::model {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCarriedOver[] = {"config.json", "tokenizer.json", "tokenizer_config.json"};

tl::unexpected<Error> cannot_write(const fs::path& path, const std::string& why) {
  return fail(ErrorCode::kIo, "cannot write " + path.string() + ": " + why);
}

Result<void> make_out_folder(const fs::path& folder, const fs::path& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (error) return cannot_write(out, error.message());
  if (!fs::equivalent(folder, out, error)) return {};
  return fail(ErrorCode::kInvalidOption, "the model cannot be exported into its own folder",
              "name another folder for the output");
}

Result<void> carry_over(const fs::path& folder, const fs::path& out) {
  for (const char* name : kCarriedOver) {
    std::error_code error;
    if (!fs::exists(folder / name, error)) continue;
    fs::copy_file(folder / name, out / name, fs::copy_options::overwrite_existing, error);
    if (error) return cannot_write(out / name, error.message());
  }
  return {};
}

}  // namespace

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
  if (auto made = make_out_folder(folder.folder, out); !made) return made;
  if (auto carried = carry_over(folder.folder, out); !carried) return carried;
  const fs::path file = out / "openvino_model.xml";
  try {
    ov::save_model(*graph, file.string(), /*compress_to_fp16=*/false);
  } catch (const std::exception& exception) {
    return cannot_write(file, exception.what());
  }
  return {};
}

}  // namespace assay::model
