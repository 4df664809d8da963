#pragma once
// Whether a metric puts systems in the right order: the simulated systems of the Q² paper.
//
// Of the contexts in which exactly one response is grounded and one is not, `drawn` are drawn with
// replacement. A system with the share q of ungrounded responses takes the ungrounded response in
// round(q * drawn) of them, chosen at random, and the grounded one elsewhere (halves are rounded to
// the even number). A round is Spearman's correlation between the systems' mean scores and their
// order of quality; rounds are averaged. All metrics see the same draws.
//
// Where responses have no score, every number is given twice: without their contexts, and with a
// stated number in their place.
//
// Thread-safety: a pure function. Cost: rounds times shares times `drawn`; one thread a round.
// Failure: kInvalidInput when no context has such a pair; kInvalidOption for shares that make no
// sense.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/estimate.h"
#include "assay/labels.h"
#include "assay/score_table.h"

namespace assay::evaluate {

struct SystemLevelOptions {
  std::string context = "context";  // column of the table: responses to one context share it
  std::vector<double> shares = {0.05, 0.10, 0.15, 0.20, 0.25};
  std::size_t drawn = 350;
  Fill fill = {};
  BootstrapOptions rounds = {};  // of the simulation; `confidence` is for the percentiles
};

struct SimulatedSystem {
  double share = 0;            // of ungrounded responses
  std::size_t ungrounded = 0;  // their number
  double mean_score = 0;       // over all rounds
};

struct SystemLevelRow {
  std::string metric;
  std::string missing;  // as in MetricReport
  std::optional<double> fill = {};
  std::size_t n_contexts = 0;   // drawn from
  std::size_t n_missing = 0;    // contexts of which a response has no score, dropped or filled
  Estimate spearman = {};       // mean over the rounds, and their percentiles
  std::size_t n_undefined = 0;  // rounds in which all systems had one mean score
  std::vector<SimulatedSystem> systems;
};

struct SystemLevelReport {
  std::size_t n_contexts = 0;  // all of them
  std::size_t n_pairs = 0;     // with one grounded and one ungrounded response
  std::vector<SystemLevelRow> rows;
};

Result<SystemLevelReport> system_level(const ScoreTable& table, const Labels& labels,
                                       const SystemLevelOptions& options);

// What `assay evaluate system-level --json` prints: docs/formats/command_json.md.
std::string to_json(const SystemLevelReport& report, const SystemLevelOptions& options);

}  // namespace assay::evaluate
