#include "engine/run.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>

#include "base/interrupt.h"
#include "engine/committer.h"
#include "engine/errors.h"
#include "engine/run_files.h"
#include "engine/run_sink.h"
#include "engine/score_window.h"
#include "engine/summary_writer.h"
#include "engine/window_reader.h"

namespace assay::engine {
namespace {

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Ends with the error once everything that is scored by now is written: it need not be scored
// again.
Result<void> give_up(Committer& committer, Error error) {
  if (auto flushed = committer.flush(); !flushed) return flushed;
  return tl::unexpected(std::move(error));
}

class Run {
 public:
  Run(const ScoreOptions& options, std::span<Metric* const> metrics, const RunIdentity& identity,
      const ProgressCallback& progress)
      : options_(options), metrics_(metrics), identity_(identity), progress_(progress) {}

  Result<RunSummary> execute();

 private:
  Result<void> work();
  Result<void> open();
  Result<void> resume();
  Result<void> score_all();
  void remember(const std::vector<FailedResult>& failures);
  void report() const;
  RunSummary summarize() const;

  const ScoreOptions& options_;
  std::span<Metric* const> metrics_;
  const RunIdentity& identity_;
  const ProgressCallback& progress_;

  Clock clock_;
  std::unique_ptr<WindowReader> reader_;
  std::unique_ptr<RunSink> sink_;
  std::vector<RunningSums> sums_;
  std::vector<FailedResult> failures_;
  ReadSoFar read_;
  std::uint64_t resumed_ = 0;
  bool interrupted_ = false;
  double reading_ = 0;  // seconds that the computation waited for records
  double writing_ = 0;  // and for windows to be written
};

Result<void> Run::open() {
  auto records = open_records(record_source(options_));
  if (!records) return tl::unexpected(records.error());
  SinkOptions sink{.output = options_.output,
                   .header = {.fingerprint = identity_.fingerprint,
                              .identity = with_input(identity_, options_, (*records)->format()),
                              .resumable = (*records)->is_rereadable(),
                              .input_name = options_.input},
                   .overwrite = options_.overwrite,
                   .restart = options_.restart};
  auto opened = is_stream(options_.output) ? open_stream_sink(options_.output, options_.interrupt)
                                           : open_logged_sink(sink);
  if (!opened) return tl::unexpected(opened.error());
  sink_ = std::move(*opened);
  reader_ = std::make_unique<WindowReader>(std::move(*records), options_.window);
  return {};
}

Result<void> Run::resume() {
  for (const Metric* metric : metrics_) sums_.emplace_back(metric->name());
  const ResumePoint& point = sink_->resume_point();
  if (point.windows.empty()) return {};
  auto read = reader_->skip(point.windows);
  if (!read) {
    if (read.error().file.empty()) read.error().file = options_.input;
    return tl::unexpected(read.error());
  }
  read_ = std::move(*read);
  resumed_ = read_.records;
  if (point.sums.size() != metrics_.size()) {
    return fail_in_file(ErrorCode::kCorrupt, log_path_of(options_.output),
                        "the run log has sums of other metrics", "begin anew with --restart");
  }
  sums_ = point.sums;
  return {};
}

Result<void> Run::score_all() {
  Committer committer(*sink_);
  auto read_ahead = [this] {
    return std::async(std::launch::async | std::launch::deferred,
                      [this] { return reader_->next(); });
  };
  auto next = read_ahead();
  while (!(interrupted_ = base::is_set(options_.interrupt))) {
    const Clock waiting;
    auto window = next.get();
    reading_ += waiting.seconds();
    if (!window) {
      interrupted_ = window.error().code == ErrorCode::kInterrupted;
      if (interrupted_) break;
      return give_up(committer, std::move(window.error()));
    }
    const ReadSoFar read = window->read;
    if (window->items.empty()) {
      read_ = read;
      break;
    }
    next = read_ahead();
    const Clock scoring;
    auto scored = score_window(std::move(*window), metrics_, identity_.fingerprint, sums_);
    if (!scored) {
      interrupted_ = scored.error().code == ErrorCode::kInterrupted;
      if (interrupted_) break;
      return give_up(committer, std::move(scored.error()));
    }
    read_ = read;
    remember(scored->first_failures);
    scored->notes.seconds = scoring.seconds();
    const Clock writing;
    if (auto taken = committer.submit(std::move(*scored)); !taken) return taken;
    writing_ += writing.seconds();
    report();
  }
  const Clock writing;
  auto flushed = committer.flush();
  writing_ += writing.seconds();
  return flushed;
}

void Run::remember(const std::vector<FailedResult>& failures) {
  for (const FailedResult& failure : failures) {
    if (failures_.size() < kMaxFailuresTold) failures_.push_back(failure);
  }
}

void Run::report() const {
  if (!progress_) return;
  const double total = static_cast<double>(reader_->bytes_total().value_or(0));
  Progress state{.records = read_.records, .resumed = resumed_, .seconds = clock_.seconds()};
  for (const RunningSums& sums : sums_) state.failed += sums.failed();
  if (total > 0) state.fraction = std::min(1.0, static_cast<double>(read_.bytes) / total);
  progress_(state);
}

RunSummary Run::summarize() const {
  RunSummary summary;
  summary.n_records = read_.records;
  summary.n_bad = read_.bad;
  summary.n_resumed = resumed_;
  summary.n_duplicate_ids = read_.duplicate_ids;
  summary.interrupted = interrupted_;
  summary.first_errors = read_.first_errors;
  summary.first_failures = failures_;
  for (std::size_t i = 0; i < sums_.size(); ++i) {  // none where the run has not begun
    MetricSummary of_metric = sums_[i].summary();
    if (of_metric.n_measured > 0) of_metric.corpus = metrics_[i]->corpus_scores(of_metric.counts);
    summary.metrics.push_back(std::move(of_metric));
  }
  for (const Metric* metric : metrics_) {
    summary.stage_times.emplace_back(metric->name(), metric->stage_times());
  }
  summary.stage_times.emplace_back(
      "engine", std::vector<StageTime>{{"reading", reading_}, {"writing", writing_}});
  summary.fingerprint = identity_.fingerprint;
  summary.seconds = clock_.seconds();
  return summary;
}

Result<void> Run::work() {
  if (auto opened = open(); !opened) return opened;
  if (auto resumed = resume(); !resumed) return resumed;
  return score_all();
}

Result<RunSummary> Run::execute() {
  auto done = work();
  RunSummary summary = summarize();
  if (done && !interrupted_) done = sink_->finish(summary_json_line(summary));
  if (!done && done.error().code != ErrorCode::kInterrupted) return tl::unexpected(done.error());
  summary.interrupted = interrupted_ || !done;
  return summary;
}

}  // namespace

RecordSource record_source(const ScoreOptions& options) {
  return {.input = options.input,
          .format = options.format,
          .quoting = options.quoting,
          .fields = options.fields,
          .max_record_bytes = options.max_record_bytes,
          .interrupt = options.interrupt};
}

Result<RunSummary> run_metrics(const ScoreOptions& options, std::span<Metric* const> metrics,
                               const RunIdentity& identity, const ProgressCallback& progress) {
  if (const auto good = check_run(options); !good) return tl::unexpected(good.error());
  ScoreOptions resolved = options;
  resolved.output = resolve_output(options.output);
  return Run(resolved, metrics, identity, progress).execute();
}

}  // namespace assay::engine

namespace assay {

Result<void> check_run(const ScoreOptions& options, const std::string& cache) {
  if (options.window == 0) {
    return fail(ErrorCode::kInvalidOption, "a window must hold at least one record");
  }
  if (options.output.empty()) {
    return fail(ErrorCode::kInvalidOption, "the results need the name of a file");
  }
  RecordSource source = engine::record_source(options);
  source.interrupt = nullptr;  // nothing here waits, and the run itself ends as an interrupted one
  if (auto good = check_records(source); !good) return good;
  return engine::check_run_files(options, cache);
}

}  // namespace assay
