#include "train/token_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const TokenLoss& loss) {
  return {{"tokens", loss.tokens}, {"loss", loss.mean()}, {"perplexity", std::exp(loss.mean())}};
}

}  // namespace

Evaluation evaluation_of(const std::vector<NamedLosses>& sets) {
  Evaluation evaluation;
  std::size_t origins = 0;
  for (const NamedLosses& set : sets) {
    TokenLoss all;
    std::vector<TokenLoss> of_origin(set.origins.names.size());
    for (std::size_t row = 0; row < set.of_row.size(); ++row) {
      all.add(set.of_row[row]);
      of_origin[set.origins.of_row[row]].add(set.of_row[row]);
    }
    Json& report = evaluation.report[set.name];
    report = to_json(all);
    evaluation.summary +=
        fmt::format("{}{} perplexity {:.3f}", evaluation.summary.empty() ? "" : "; ", set.name,
                    std::exp(all.mean()));
    for (std::size_t i = 0; i < of_origin.size(); ++i) {
      report["sources"][set.origins.names[i]] = to_json(of_origin[i]);
      evaluation.score -= of_origin[i].mean();
    }
    origins += of_origin.size();
  }
  evaluation.score /= static_cast<double>(std::max<std::size_t>(1, origins));
  return evaluation;
}

std::vector<float> token_shares(const std::vector<std::size_t>& tokens,
                                const std::vector<double>& weights, double total_weight) {
  std::vector<float> shares;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const double share = weights[i] / (total_weight * static_cast<double>(tokens[i]));
    shares.insert(shares.end(), tokens[i], static_cast<float>(share));
  }
  return shares;
}

}  // namespace assay::train
