#pragma once
// Scoring files: records in, results out, resumable.
//
// score_file reads records in windows of ScoreOptions::window, scores each window with every metric
// and commits it whole: its result lines go to OUT.partial, then one line to the run log OUT.run
// (docs/formats/run_log.md). A run that was killed goes on after its last committed window when the
// same call is made again; a finished OUT.partial is renamed to OUT. Output bytes depend on the
// records, the options and the models only: not on batch size, threads, cache or interruptions.
// Where OUT is a symbolic link, what it points to is written, and the link stays.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "assay/metric.h"
#include "assay/record_reader.h"

namespace assay {

struct ScoreOptions {
  std::string input;   // a path, or "-" for standard input
  std::string output;  // a path, or "-" for standard output (no run log, no resume)
  // These four as in RecordSource.
  InputFormat format = InputFormat::kAuto;
  Quoting quoting = Quoting::kCsv;
  std::vector<std::pair<std::string, std::string>> fields;
  std::size_t max_record_bytes = std::size_t{64} << 20;
  std::vector<std::string> metrics;
  MetricOptions metric_options;
  std::size_t window = 32;  // records scored and committed together
  bool overwrite = false;   // replace a finished OUT
  bool restart = false;     // throw away an unfinished run instead of resuming it
  // Set from a signal handler to end the run: the window in work is finished, or given up where
  // the models were loaded with the same flag (ModelOptions::interrupt). It can be resumed.
  const std::atomic<bool>* interrupt = nullptr;
};

// State of a run, handed to the progress callback after every window.
struct Progress {
  std::uint64_t records = 0;  // done, resumed ones included
  std::uint64_t resumed = 0;  // of these, taken over from an earlier run
  std::uint64_t failed = 0;   // records or results with status failed
  double fraction = 0;        // of the input's bytes; 0 when unknown
  double seconds = 0;         // since this process started the run
};
using ProgressCallback = std::function<void(const Progress&)>;

// Mean of one number of scores{} over the `n` results that have it.
struct ScoreMean {
  std::string name;
  std::uint64_t n = 0;
  double mean = 0;
};

struct MetricSummary {
  std::string metric = {};
  std::uint64_t n_total = 0;
  std::uint64_t n_measured = 0;
  std::uint64_t n_fallback = 0;
  std::vector<std::pair<std::string, std::uint64_t>> statuses = {};  // status -> records
  std::optional<double> mean = {};                                   // over measured records
  std::vector<ScoreMean> score_means = {};                           // of each name in scores{}
  std::vector<std::pair<std::string, std::int64_t>> counts = {};     // sums
  // Of all measured records as one text, where the metric has such scores (Metric::corpus_scores).
  std::vector<std::pair<std::string, double>> corpus = {};
};

// A result with status failed: the record could be read, but not scored.
struct FailedResult {
  std::string id;
  std::string metric;
  Error error;
};

struct RunSummary {
  std::uint64_t n_records = 0;  // read, bad ones included
  std::uint64_t n_bad = 0;      // could not be read as a record
  // Records whose id an earlier record has (ids made from line numbers aside). They are scored like
  // any other. Counted among the first 4,194,304 different ids only, to bound memory.
  std::uint64_t n_duplicate_ids = 0;
  std::uint64_t n_resumed = 0;
  bool interrupted = false;         // stopped through ScoreOptions::interrupt, not finished
  std::vector<Error> first_errors;  // at most 10 of the bad records, for the terminal
  // At most 10 of the failed results of good records, for the terminal. Those of an earlier run
  // that was gone on with are not among them.
  std::vector<FailedResult> first_failures;
  std::vector<MetricSummary> metrics;
  std::vector<std::pair<std::string, std::vector<StageTime>>> stage_times;  // a metric's stages
  std::string fingerprint;
  double seconds = 0;
};

// What can be told of a run before a model is loaded and a file touched: whether the input can be
// opened (when that does not use it up), and whether input, OUT, OUT.partial, OUT.run and `cache`
// (empty: none) are different files. score_file does the same, without the cache.
Result<void> check_run(const ScoreOptions& options, const std::string& cache = {});

// A bad record does not stop the run: its place in the output holds a `failed` result.
Result<RunSummary> score_file(const ScoreOptions& options, Resources& resources,
                              const ProgressCallback& progress = {});

// Hash of everything that decides the output besides the records: version, metrics and their
// options, models, instruction set. 16 hexadecimal digits after "assay/1:".
Result<std::string> run_fingerprint(const ScoreOptions& options, Resources& resources);

}  // namespace assay
