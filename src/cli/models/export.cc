// `assay models export`: a model folder's weights as OpenVINO IR; those of a generator of questions
// in 8 bits; those of a model in 8 bits in floating point.

#include <fmt/format.h>

#include <memory>

#include "cli/command_line/option_kinds.h"
#include "cli/models/commands.h"
#include "cli/terminal/output.h"
#include "model/float_export.h"
#include "model/openvino_export.h"
#include "seq2seq/byte_export.h"
#include "seq2seq/weights.h"

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

ExitCode export_generator(const model::ModelFolder& folder, const ExportOptions& options) {
  if (const auto done = seq2seq::export_bytes(folder, options.out); !done) {
    return fail_command(done.error());
  }
  print(fmt::format("{}: the question generator of {} in 8 bits\n", options.out, options.folder));
  return finish_output();
}

ExitCode export_model(const ExportOptions& options) {
  const auto folder = model::open_model_folder(options.folder);
  if (!folder) return fail_command(folder.error());
  if (seq2seq::is_seq2seq(*folder)) return export_generator(*folder, options);
  const auto head = head_for(options.task, *folder);
  if (!head) return fail_command(head.error());
  const bool is_graph = folder->weights_kind == model::WeightsKind::kOpenVino;
  const auto done = is_graph ? model::export_floats(*folder, *head, options.out)
                             : model::export_openvino(*folder, *head, options.out);
  if (!done) return fail_command(done.error());
  print(fmt::format("{}: {} of {} {}\n", options.out,
                    *head == model::Head::kSpan ? "question answering" : "pair classification",
                    options.folder, is_graph ? "in floating point" : "as OpenVINO IR"));
  return finish_output();
}

}  // namespace

void add_models_export_command(Commands& commands, CLI::App& group) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* app = commands.add_to(
      &group,
      {"export",
       "Write a model folder as OpenVINO IR, a question generator in 8 bits, or a model in 8 bits "
       "in floating point, to train on",
       "assay models export runs/nli/best -o nli_ir\n"
       "assay models export runs/qg/best -o qg_int8\n"
       "assay models export \"$(assay models path nli)\" -o nli_float"},
      [options] { return export_model(*options); });
  add_directory_option(*app, "FOLDER", options->folder, "the model folder to read")->required();
  add_directory_option(*app, "-o,--output", options->out, "the folder to write")->required();
  add_choice_option(*app, "--task", options->task, {"nli", "qa"},
                    "what the model is for (default: what its config.json says)");
}

}  // namespace assay::cli
