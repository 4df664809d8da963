// `assay models export`: a model folder's weights as OpenVINO IR.

#include <fmt/format.h>

#include <memory>

#include "cli/models_commands.h"
#include "cli/option_kinds.h"
#include "cli/output.h"
#include "model/openvino_export.h"

namespace assay::cli {
namespace {

struct ExportOptions {
  std::string folder;
  std::string out;
  std::string task;
};

Result<model::Head> head_for(const std::string& task, const model::ModelFolder& folder) {
  if (task == "nli") return model::Head::kClassify;
  if (task == "qa") return model::Head::kSpan;
  return model::head_of(folder);
}

ExitCode export_model(const ExportOptions& options) {
  const auto folder = model::open_model_folder(options.folder);
  if (!folder) return fail_command(folder.error());
  const auto head = head_for(options.task, *folder);
  if (!head) return fail_command(head.error());
  if (const auto done = model::export_openvino(*folder, *head, options.out); !done) {
    return fail_command(done.error());
  }
  print(fmt::format("{}: {} of {} as OpenVINO IR\n", options.out,
                    *head == model::Head::kSpan ? "question answering" : "pair classification",
                    options.folder));
  return finish_output();
}

}  // namespace

void add_models_export_command(Commands& commands, CLI::App& group) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* app = commands.add_to(&group,
                                  {"export", "Write a model folder's weights as OpenVINO IR",
                                   "assay models export runs/nli/best -o runs/nli/float"},
                                  [options] { return export_model(*options); });
  add_directory_option(*app, "FOLDER", options->folder, "the model folder to read")->required();
  add_directory_option(*app, "-o,--output", options->out, "the folder to write")->required();
  add_choice_option(*app, "--task", options->task, {"nli", "qa"},
                    "what the model is for (default: what its config.json says)");
}

}  // namespace assay::cli
