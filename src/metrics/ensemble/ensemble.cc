#include "assay/ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/file.h"
#include "base/json_view.h"
#include "base/parse_json.h"
#include "metrics/option_names.h"

namespace assay {
namespace {

using base::Json;
using base::JsonView;

constexpr char kSchema[] = "assay.ensemble/1";
constexpr char kHint[] = "`assay calibrate combine` writes such files";
constexpr char kFileName[] = "ensemble.json";  // in a folder of that name

// Numbers in these bounds, with scores up to 1e100, keep every logit finite.
constexpr double kMost = 1e100;
constexpr double kLeastScale = 1e-50;
constexpr std::size_t kMostTerms = 100;

double number_in_reach(const JsonView& view, const char* name) {
  const double number = view.number(name);
  if (!(std::abs(number) <= kMost))
    view.blame(fmt::format("`{}` must be from -1e100 to 1e100", name));
  return number;
}

EnsembleTerm read_term(const JsonView& view) {
  EnsembleTerm term;
  term.score = view.text("score");
  if (term.score.empty()) view.blame("`score` must be the name of a score");
  term.mean = number_in_reach(view, "mean");
  term.scale = number_in_reach(view, "scale");
  if (!(term.scale >= kLeastScale)) view.blame("`scale` must be above 0");
  term.weight = number_in_reach(view, "weight");
  return term;
}

std::vector<EnsembleTerm> read_terms(const JsonView& view) {
  std::vector<EnsembleTerm> terms;
  for (const JsonView& item : view.list("terms")) {
    EnsembleTerm term = read_term(item);
    const bool is_known = std::any_of(terms.begin(), terms.end(), [&](const EnsembleTerm& known) {
      return known.score == term.score;
    });
    if (is_known) view.blame(fmt::format("`{}` is the score of two terms", term.score));
    terms.push_back(std::move(term));
  }
  if (terms.empty() || terms.size() > kMostTerms)
    view.blame(fmt::format("`terms` must hold 1 to {}", kMostTerms));
  return terms;
}

std::optional<Against> read_against(const JsonView& view) {
  const auto word = view.text_or_null("against");
  if (!word) return std::nullopt;
  for (const Against against : {Against::kKnowledge, Against::kReference}) {
    if (*word == to_string(against)) return against;
  }
  view.blame("`against` must be knowledge, reference or null");
  return std::nullopt;
}

std::vector<std::pair<std::string, double>> read_areas(const JsonView& view) {
  std::vector<std::pair<std::string, double>> areas;
  for (const std::string& name : view.names()) {
    areas.emplace_back(name, view.number(name));
    if (!(areas.back().second >= 0 && areas.back().second <= 1))
      view.blame("areas in `roc_auc` are from 0 to 1");
  }
  return areas;
}

}  // namespace

double Ensemble::logit(std::span<const double> scores) const {
  double sum = intercept;
  for (std::size_t i = 0; i < terms.size(); ++i) sum += terms[i].contribution(scores[i]);
  return sum;
}

double probability_of(double logit) {
  return 1 / (1 + std::exp(-logit));
}

std::string to_json(const Ensemble& ensemble) {
  Json json = {{"schema", kSchema}, {"intercept", ensemble.intercept}, {"terms", Json::array()}};
  for (const EnsembleTerm& term : ensemble.terms) {
    json["terms"].push_back({{"score", term.score},
                             {"mean", term.mean},
                             {"scale", term.scale},
                             {"weight", term.weight}});
  }
  json["against"] = ensemble.against ? Json(to_string(*ensemble.against)) : Json();
  json["n"] = ensemble.n;
  json["n_grounded"] = ensemble.n_grounded;
  json["n_missing"] = ensemble.n_missing;
  json["folds"] = ensemble.folds;
  json["roc_auc"] = Json::object();
  for (const auto& [name, area] : ensemble.roc_auc) json["roc_auc"][name] = area;
  return base::json_text(json);
}

bool is_ensemble(std::string_view text) {
  const auto json = base::parse_json<Json>(text);
  if (!json.is_object()) return false;
  const auto schema = json.find("schema");
  // Of any version: which one it must be, parse_ensemble() says.
  return schema != json.end() && schema->is_string() &&
         schema->get<std::string>().starts_with("assay.ensemble/");
}

Result<Ensemble> parse_ensemble(std::string_view text) {
  const auto json = base::parse_json<Json>(text);
  if (!json.is_object()) return fail(ErrorCode::kCorrupt, "is no JSON object", kHint);
  std::optional<std::string> problem;
  const JsonView view(json, problem);
  const std::string schema = view.text("schema");
  if (!problem && schema != kSchema)
    return fail(ErrorCode::kCorrupt, fmt::format("its schema is `{}`, not {}", schema, kSchema),
                kHint);
  Ensemble ensemble;
  ensemble.intercept = number_in_reach(view, "intercept");
  ensemble.terms = read_terms(view);
  ensemble.against = read_against(view);
  ensemble.n = view.count("n");
  ensemble.n_grounded = view.count("n_grounded");
  ensemble.n_missing = view.count("n_missing");
  ensemble.folds = view.count("folds");
  ensemble.roc_auc = read_areas(view.object("roc_auc"));
  if (problem) return fail(ErrorCode::kCorrupt, *problem, kHint);
  return ensemble;
}

Result<Ensemble> read_ensemble(const std::string& path) {
  std::filesystem::path file = path;
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) file /= kFileName;
  const auto text = base::read_file(file, kHint);
  if (!text) return tl::unexpected(text.error());
  auto ensemble = parse_ensemble(*text);
  if (!ensemble) ensemble.error().file = file.string();
  return ensemble;
}

}  // namespace assay
