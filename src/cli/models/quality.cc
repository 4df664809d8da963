#include "cli/models/quality.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "assay/model.h"
#include "rows/quality.h"

namespace assay::cli {
namespace {

constexpr double kTolerance = 0.025;

using Scores = std::map<std::string, double>;

Result<Scores> measure(const KnownModel& model, const std::filesystem::path& rows) {
  if (model.entry.task == "nli") {
    const auto nli = NliModel::load(model.folder);
    if (!nli) return tl::unexpected(nli.error());
    const auto quality = rows::measure_pairs(**nli, rows);
    if (!quality) return tl::unexpected(quality.error());
    return Scores{{"accuracy", quality->all.accuracy()}};
  }
  if (model.entry.task == "qa") {
    const auto qa = QaModel::load(model.folder);
    if (!qa) return tl::unexpected(qa.error());
    const auto quality = rows::measure_answers(**qa, rows);
    if (!quality) return tl::unexpected(quality.error());
    const auto& all = quality->all;
    return Scores{{"exact", all.exact}, {"f1", all.f1}, {"refused", all.refused}};
  }
  return fail(ErrorCode::kUnsupported,
              fmt::format("the quality of a model for `{}` cannot be measured", model.entry.task));
}

}  // namespace

bool QualityCheck::holds() const {
  return std::abs(measured - released) <= kTolerance;
}

Result<std::vector<QualityCheck>> check_quality(const KnownModel& model) {
  std::vector<QualityCheck> checks;
  if (!model.entry.quality) return checks;
  const auto measured = measure(model, model.manifest_folder / model.entry.quality->rows);
  if (!measured) return tl::unexpected(measured.error());
  for (const auto& [name, released] : model.entry.quality->scores) {
    const auto found = measured->find(name);
    if (found == measured->end()) {
      return fail(ErrorCode::kCorrupt, fmt::format("the manifest names a score `{}`", name),
                  "scores are accuracy, or exact, f1 and refused");
    }
    checks.push_back({name, released, found->second});
  }
  return checks;
}

}  // namespace assay::cli
