// `assay doctor`.

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/commands.h"
#include "cli/doctor/check.h"
#include "cli/json_text.h"
#include "cli/model_selection.h"
#include "cli/terminal/output.h"
#include "cli/terminal/terminal.h"

namespace assay::cli {
namespace {

using Verdict = DoctorCheck::Verdict;

struct DoctorCommand {
  ModelSelection models;
  bool json = false;
};

std::string_view colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return colour::kGreen;
    case Verdict::kWarning:
      return colour::kYellow;
    case Verdict::kFailure:
      return colour::kRed;
  }
  return colour::kRed;
}

std::string text_of(const DoctorCheck& check, const Style& style) {
  const std::string label = fmt::format("{:<4}", to_string(check.verdict));
  std::string text = fmt::format("{}  {}: {}\n", style.paint(label, colour_of(check.verdict)),
                                 check.name, check.finding);
  if (!check.hint.empty()) text += fmt::format("      {}\n", check.hint);
  return text;
}

Json json_of(const std::vector<DoctorCheck>& checks) {
  Json json = Json::array();
  for (const DoctorCheck& check : checks)
    json.push_back({{"verdict", to_string(check.verdict)},
                    {"name", check.name},
                    {"finding", check.finding},
                    {"hint", check.hint}});
  return json;
}

// The models that the caller chose stand beside those that came with the program.
void name_chosen_models(std::vector<DoctorCheck>& checks, const ModelPaths& paths) {
  const std::pair<const char*, const std::string&> chosen[] = {{"linguistics", paths.linguistics},
                                                               {"nli", paths.nli},
                                                               {"qa", paths.qa},
                                                               {"qg", paths.qg},
                                                               {"embedder", paths.embedder},
                                                               {"wordnet", paths.wordnet},
                                                               {"ensemble", paths.ensemble}};
  for (DoctorCheck& check : checks) {
    for (const auto& [name, path] : chosen) {
      if (path.empty() || path == kRules) continue;
      if (check.name == fmt::format("model {}", name)) {
        check.name += " (" + path + ")";
      }
    }
  }
}

ExitCode doctor(const DoctorCommand& command) {
  const auto loaded = open_selection(command.models);
  if (!loaded) return fail_command(loaded.error());
  std::vector<DoctorCheck> checks = check_machine();
  checks.push_back(check_inference());
  for (DoctorCheck& check : check_models(*loaded->resources, extra_places(command.models.models)))
    checks.push_back(std::move(check));

  name_chosen_models(checks, command.models.paths);

  if (command.json) {
    print(json_text(json_of(checks)));
  } else {
    const Style style = Style::for_stream(stdout);
    for (const DoctorCheck& check : checks) print(text_of(check, style));
  }
  if (const ExitCode code = finish_output(); code != ExitCode::kGood) return code;
  const bool failed = std::any_of(checks.begin(), checks.end(), [](const DoctorCheck& check) {
    return check.verdict == Verdict::kFailure;
  });
  return failed ? ExitCode::kEnvironment : ExitCode::kGood;
}

}  // namespace

void add_doctor_command(Commands& commands) {
  auto command = std::make_shared<DoctorCommand>();
  CLI::App* app = commands.add(
      {"doctor", "Check the machine and try the models that metrics use", "assay doctor"},
      [command] { return doctor(*command); });
  add_model_options(*app, command->models);
  app->add_flag("--json", command->json, "print JSON");
}

}  // namespace assay::cli
