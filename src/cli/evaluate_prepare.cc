// `assay evaluate prepare`: public sets as records.

#include <fmt/format.h>

#include <memory>

#include "assay/public_sets.h"
#include "base/format.h"
#include "cli/evaluate_commands.h"
#include "cli/new_file.h"
#include "cli/option_kinds.h"
#include "cli/output.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay evaluate prepare wow cross_annotation.csv -o wow.jsonl\n"
    "assay evaluate prepare usr usr_persona_chat.json -o - | assay score -m "
    "overlap - -o "
    "usr.scores.jsonl";

struct PrepareCommand {
  std::string set;
  std::string input;
  std::string output;
  bool overwrite = false;
};

ExitCode prepare(const PrepareCommand& command) {
  const auto prepared = evaluate::prepare_set(command.set, command.input);
  if (!prepared) {
    print_error(prepared.error());
    return prepared.error().file == command.input ? ExitCode::kUsage
                                                  : exit_code_for(prepared.error());
  }
  if (command.output == "-") {
    print(prepared->jsonl);
  } else if (auto good = write_new_file(command.output, prepared->jsonl, command.overwrite);
             !good) {
    return fail_command(good.error());
  }
  std::string notes = plural(prepared->n_records, "record") + "\n";
  for (const std::string& note : prepared->notes) notes += note + "\n";
  std::fputs(notes.c_str(), stderr);
  return finish_output();
}

}  // namespace

void add_evaluate_prepare_command(Commands& commands, CLI::App& group) {
  auto command = std::make_shared<PrepareCommand>();
  CLI::App* app = commands.add_to(
      &group, {"prepare", "Turn a public set of judged responses into records", kExamples},
      [command] { return prepare(*command); });
  std::vector<std::string> names;
  std::string help = "the set:";
  for (const evaluate::PublicSet& set : evaluate::list_public_sets()) {
    names.push_back(set.name);
    help += fmt::format("{} {} ({})", names.size() > 1 ? ";" : "", set.name, set.summary);
  }
  add_choice_option(*app, "SET", command->set, names, help)->required();
  add_file_option(*app, "IN", command->input, "the set's file, as it is downloaded")->required();
  add_file_option(*app, "-o,--output", command->output,
                  "file for the records, JSON lines; - for standard output")
      ->required();
  app->add_flag("--overwrite", command->overwrite, "replace the file");
}

}  // namespace assay::cli
