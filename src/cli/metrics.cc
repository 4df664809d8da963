// `assay metrics`.

#include <fmt/format.h>

#include <memory>

#include "assay/corpus_scores.h"
#include "assay/metric.h"
#include "cli/commands.h"
#include "cli/json_text.h"
#include "cli/terminal/output.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

std::string needs_cell(const MetricInfo& info) {
  std::string cell;
  for (const Need need : info.needs)
    cell += (cell.empty() ? "" : ", ") + std::string(to_string(need));
  return cell;
}

std::string table_of(const std::vector<MetricInfo>& infos) {
  Table table({{"metric"}, {"needs"}, {"what it measures"}});
  for (const MetricInfo& info : infos) table.add_row({info.name, needs_cell(info), info.summary});
  return table.to_string(Style::for_stream(stdout));
}

Json json_of(const std::vector<ScoreInfo>& scores) {
  Json json = Json::array();
  for (const ScoreInfo& score : scores)
    json.push_back({{"name", score.name}, {"least", score.least}, {"most", score.most}});
  return json;
}

Json json_of(const std::vector<MetricInfo>& infos) {
  Json json = Json::array();
  for (const MetricInfo& info : infos) {
    Json needs = Json::array();
    for (const Need need : info.needs) needs.push_back(to_string(need));
    json.push_back({{"name", info.name},
                    {"summary", info.summary},
                    {"needs", needs},
                    {"scores", json_of(info.scores)}});
    if (const auto corpus = list_corpus_scores(info.name); !corpus.empty())
      json.back()["corpus"] = json_of(corpus);
  }
  return json;
}

}  // namespace

void add_metrics_command(Commands& commands) {
  auto json = std::make_shared<bool>(false);
  CLI::App* app =
      commands.add({"metrics", "List the metrics and what each needs", "assay metrics"}, [json] {
        const auto infos = list_metrics();
        print(*json ? json_text(json_of(infos)) : table_of(infos));
        return finish_output();
      });
  app->add_flag("--json", *json, "print JSON instead of a table");
}

}  // namespace assay::cli
