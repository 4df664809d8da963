// `assay models`: list, verify and path; the other commands of the group have files of their own.

#include "assay/models.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/format.h"
#include "cli/command_line/option_kinds.h"
#include "cli/commands.h"
#include "cli/json_text.h"
#include "cli/model_selection.h"
#include "cli/models/commands.h"
#include "cli/models/quality.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

struct ModelsOptions {
  std::string models;
  std::vector<std::string> names;
  bool json = false;
  bool names_only = false;
};

std::uint64_t total_size(const ModelEntry& entry) {
  std::uint64_t size = 0;
  for (const ModelFile& file : entry.files) size += file.size;
  return size;
}

Json to_json(const KnownModel& model) {
  Json json = {{"name", model.entry.name},        {"task", model.entry.task},
               {"version", model.entry.version},  {"licence", model.entry.licence},
               {"base", model.entry.base},        {"summary", model.entry.summary},
               {"bytes", total_size(model.entry)}};
  json["folder"] = model.folder.empty() ? Json() : Json(model.folder.string());
  return json;
}

std::string table_of(const std::vector<KnownModel>& models) {
  Table table(
      {{"name"}, {"task"}, {"version"}, {"licence"}, {"size", Column::Align::kRight}, {"folder"}});
  for (const KnownModel& model : models) {
    const ModelEntry& entry = model.entry;
    table.add_row({entry.name, entry.task, entry.version, entry.licence,
                   format_bytes(total_size(entry)),
                   model.folder.empty() ? "not found" : model.folder.string()});
  }
  return table.to_string(Style::for_stream(stdout));
}

Result<std::vector<KnownModel>> known_models(const ModelsOptions& options) {
  if (auto checked = check_models_folder(options.models); !checked)
    return tl::unexpected(checked.error());
  return list_models(extra_places(options.models));
}

ExitCode list(const ModelsOptions& options) {
  const auto models = known_models(options);
  if (!models) return fail_command(models.error());
  if (options.names_only) {
    for (const KnownModel& model : *models) print(model.entry.name + "\n");
  } else if (options.json) {
    Json json = Json::array();
    for (const KnownModel& model : *models) json.push_back(to_json(model));
    print(json_text(json));
  } else {
    print(table_of(*models));
  }
  return finish_output();
}

bool wanted(const ModelsOptions& options, const std::string& name) {
  const auto& names = options.names;
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

Result<std::vector<KnownModel>> wanted_models(const ModelsOptions& options) {
  auto models = known_models(options);
  if (!models) return models;
  for (const std::string& name : options.names) {
    const bool known = std::any_of(models->begin(), models->end(),
                                   [&](const auto& model) { return model.entry.name == name; });
    if (!known)
      return fail(ErrorCode::kInvalidOption,
                  fmt::format("no manifest describes a model `{}`", name),
                  "`assay models list` shows the models that are described");
  }
  std::erase_if(*models, [&](const auto& model) { return !wanted(options, model.entry.name); });
  return models;
}

struct Verdict {
  std::vector<FileProblem> problems;  // a model that is not on this machine is one
  std::vector<QualityCheck> quality;  // measured where the files are as released

  bool is_good() const {
    return problems.empty() && std::all_of(quality.begin(), quality.end(),
                                           [](const auto& check) { return check.holds(); });
  }
};

Verdict judge(const KnownModel& model) {
  Verdict verdict;
  if (model.folder.empty()) {
    verdict.problems = {{"", "not on this machine"}};
    return verdict;
  }
  verdict.problems = verify_model(model);
  if (!verdict.problems.empty()) return verdict;
  auto quality = check_quality(model);
  if (quality) {
    verdict.quality = std::move(*quality);
  } else {
    verdict.problems = {{"", quality.error().to_string()}};
  }
  return verdict;
}

void print_verdict(const KnownModel& model, const Verdict& verdict) {
  const Style style = Style::for_stream(stdout);
  const std::string good = style.paint("ok  ", colour::kGreen);
  const std::string bad = style.paint("FAIL", colour::kRed);
  for (const FileProblem& problem : verdict.problems) {
    print(fmt::format("{} {}: {}{}\n", bad, model.entry.name,
                      problem.path.empty() ? "" : (model.folder / problem.path).string() + ": ",
                      problem.problem));
  }
  if (!verdict.problems.empty()) return;
  print(fmt::format("{} {}: {}, every byte as released\n", good, model.entry.name,
                    plural(model.entry.files.size(), "file")));
  for (const QualityCheck& check : verdict.quality) {
    print(fmt::format("{} {}: {} {:.4f}, released with {:.4f}\n", check.holds() ? good : bad,
                      model.entry.name, check.score, check.measured, check.released));
  }
}

Json verdict_json(const KnownModel& model, const Verdict& verdict) {
  Json json = {{"name", model.entry.name}, {"ok", verdict.is_good()}};
  json["problems"] = Json::array();
  for (const FileProblem& problem : verdict.problems)
    json["problems"].push_back({{"file", problem.path}, {"problem", problem.problem}});
  json["quality"] = Json::array();
  for (const QualityCheck& check : verdict.quality)
    json["quality"].push_back(
        {{"score", check.score}, {"measured", check.measured}, {"released", check.released}});
  return json;
}

ExitCode verify(const ModelsOptions& options) {
  const auto models = wanted_models(options);
  if (!models) return fail_command(models.error());
  bool good = true;
  Json json = Json::array();
  for (const KnownModel& model : *models) {
    const Verdict verdict = judge(model);
    good = good && verdict.is_good();
    json.push_back(verdict_json(model, verdict));
    if (!options.json) print_verdict(model, verdict);
  }
  if (options.json) print(json_text(json));
  if (const ExitCode code = finish_output(); code != ExitCode::kGood) return code;
  if (good) return ExitCode::kGood;
  return fail_command(
      fail(ErrorCode::kCorrupt, "some models are not as they were released",
           "put the named files back from the release or repository that the models came from")
          .value());
}

ExitCode path(const ModelsOptions& options) {
  if (auto checked = check_models_folder(options.models); !checked)
    return fail_command(checked.error());
  const auto folder = models_path(options.names.front(), extra_places(options.models));
  if (!folder) return fail_command(folder.error());
  print(folder->string() + "\n");
  return finish_output();
}

}  // namespace

void add_models_command(Commands& commands) {
  auto options = std::make_shared<ModelsOptions>();
  CLI::App* group =
      commands.add_group({"models", "List, check and find models; measure and export them", ""});

  CLI::App* list_app =
      commands.add_to(group, {"list", "List the models and where they lie", "assay models list"},
                      [options] { return list(*options); });
  CLI::App* verify_app =
      commands.add_to(group,
                      {"verify", "Check every byte of the models, and their quality on a small set",
                       "assay models verify nli qa"},
                      [options] { return verify(*options); });
  verify_app->add_option("MODEL", options->names, "models to check (default: all)")
      ->check(not_empty())
      ->type_name(kModelType);
  CLI::App* path_app = commands.add_to(
      group, {"path", "Print the folder of a model", "ls \"$(assay models path nli)\""},
      [options] { return path(*options); });
  path_app->add_option("MODEL", options->names, "the model")
      ->check(not_empty())
      ->type_name(kModelType)
      ->required()
      ->expected(1);

  for (CLI::App* app : {list_app, verify_app, path_app})
    add_models_folder_option(*app, options->models);
  for (CLI::App* app : {list_app, verify_app})
    app->add_flag("--json", options->json, "print JSON instead of a table");
  list_app->add_flag("--names", options->names_only, "print the names alone, one a line");
  add_models_measure_command(commands, *group);
  add_models_export_command(commands, *group);
}

}  // namespace assay::cli
