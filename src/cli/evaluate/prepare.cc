// `assay evaluate prepare`: public sets as records.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "assay/public_sets.h"
#include "base/format.h"
#include "cli/command_line/option_kinds.h"
#include "cli/evaluate/commands.h"
#include "cli/new_file.h"
#include "cli/terminal/output.h"

namespace assay::cli {
namespace {

constexpr char kExamples[] =
    "assay evaluate prepare wow cross_annotation.csv -o wow.jsonl\n"
    "assay evaluate prepare refchecker dolly_*_answers.json --references dolly.json -o "
    "dolly.jsonl\n"
    "assay evaluate prepare usr usr_persona_chat.json -o - | assay score -m overlap - -o "
    "usr.scores.jsonl";

struct PrepareCommand {
  std::string set;
  std::vector<std::string> inputs;
  std::string references;
  std::string output;
  bool overwrite = false;
};

std::vector<std::string> files_of(const PrepareCommand& command) {
  std::vector<std::string> files = command.inputs;
  if (!command.references.empty()) files.push_back(command.references);
  return files;
}

ExitCode fail_with_files(const Error& error, const PrepareCommand& command) {
  const auto files = files_of(command);
  print_error(error);
  return std::find(files.begin(), files.end(), error.file) == files.end() ? exit_code_for(error)
                                                                          : ExitCode::kUsage;
}

// What was left out of a file, with its name where there are several.
std::string notes_of(const evaluate::PreparedSet& set, const std::string& file, bool is_only) {
  std::string lines;
  for (const std::string& note : set.notes) lines += (is_only ? "" : file + ": ") + note + "\n";
  return lines;
}

ExitCode prepare(const PrepareCommand& command) {
  const NewFile output{command.output, command.overwrite, files_of(command)};
  if (auto good = check_new_file(output); !good) return fail_command(good.error());
  std::string jsonl;
  std::string notes;
  std::size_t n_records = 0;
  for (const std::string& input : command.inputs) {
    evaluate::SetFiles files{.file = input};
    if (!command.references.empty()) files.references = command.references;
    const auto prepared = evaluate::prepare_set(command.set, files);
    if (!prepared) return fail_with_files(prepared.error(), command);
    jsonl += prepared->jsonl;
    n_records += prepared->n_records;
    notes += notes_of(*prepared, input, command.inputs.size() == 1);
  }
  if (command.output == "-") {
    print(jsonl);
  } else if (auto good = write_new_file(output, jsonl); !good) {
    return fail_command(good.error());
  }
  std::fputs((plural(n_records, "record") + "\n" + notes).c_str(), stderr);
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
  app->add_option("IN", command->inputs,
                  "the set's file, as it is downloaded; several of one set are taken together")
      ->required()
      ->type_name(kFileType)
      ->check(not_empty());
  add_file_option(*app, "--references", command->references,
                  "refchecker: the file of questions and passages");
  add_file_option(*app, "-o,--output", command->output,
                  "file for the records, JSON lines; - for standard output")
      ->required();
  app->add_flag("--overwrite", command->overwrite, "replace the file");
}

}  // namespace assay::cli
