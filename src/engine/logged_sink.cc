// A run that survives being killed: lines go to OUT.partial and reach the disk before the run log
// names them, so whatever the log names is there.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "engine/byte_source.h"
#include "engine/chain.h"
#include "engine/errors.h"
#include "engine/identity_difference.h"
#include "engine/posix_file.h"
#include "engine/run_files.h"
#include "engine/run_sink.h"

namespace assay::engine {
namespace {

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// The windows at the beginning of OUT.partial that stand there as they were written.
struct IntactOutput {
  std::size_t windows = 0;
  std::uint64_t bytes = 0;
  HashChain chain;
};

Result<bool> read_exactly(ByteSource& source, std::span<char> buffer) {
  for (std::size_t got = 0; got < buffer.size();) {
    const auto count = source.read(buffer.subspan(got));
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return false;
    got += *count;
  }
  return true;
}

Result<IntactOutput> verify_output(const std::string& partial,
                                   std::span<const WindowMark> windows) {
  auto source = ByteSource::open(partial);
  if (!source) return tl::unexpected(source.error());
  IntactOutput intact;
  std::string bytes;
  for (const WindowMark& window : windows) {
    if (window.output_bytes < intact.bytes || window.output_bytes > source->size().value_or(0)) {
      break;
    }
    bytes.resize(window.output_bytes - intact.bytes);
    const auto all = read_exactly(*source, bytes);
    if (!all) return tl::unexpected(all.error());
    HashChain chain = intact.chain;
    chain.add(bytes);
    if (!*all || chain.hex() != window.output_chain) break;
    intact = {intact.windows + 1, window.output_bytes, chain};
  }
  return intact;
}

Result<void> check_output_is_free(const SinkOptions& options) {
  if (options.overwrite || !exists(options.output)) return {};
  return fail_in_file(ErrorCode::kConflict, options.output, "exists already",
                      "replace it with --overwrite or choose another output");
}

// Whether an OUT.partial beside this log is of a run, rather than a file of somebody else. A run
// makes it after the log has its first line, and it is OUT when the log has its last.
bool names_unfinished_output(const RunLogContent& content, const std::string& log_path) {
  std::error_code ignored;
  const bool has_begun =
      content.state != RunLogState::kEmpty || std::filesystem::file_size(log_path, ignored) > 0;
  return has_begun && !content.log.is_finished();
}

class LoggedSink : public RunSink {
 public:
  LoggedSink(SinkOptions options, PosixFile log)
      : options_(std::move(options)), log_(std::move(log)) {}

  Result<void> prepare();
  const ResumePoint& resume_point() const override { return resume_point_; }
  Result<void> commit(std::span<const ScoredWindow> windows) override;
  Result<void> finish(std::string_view summary_line) override;

 private:
  std::string log_path() const { return log_path_of(options_.output); }
  std::string partial_path() const { return partial_path_of(options_.output); }
  Result<bool> may_resume(const RunLogContent& content) const;
  Result<void> start_anew();
  Result<void> resume(const RunLogContent& content);
  Result<void> open_partial(std::uint64_t size);

  SinkOptions options_;
  PosixFile log_;  // holds the lock
  std::optional<PosixFile> partial_;
  ResumePoint resume_point_;
  RunLogWriter writer_;
  HashChain output_chain_;
  std::uint64_t output_bytes_ = 0;
};

Result<void> LoggedSink::prepare() {
  const auto content = read_run_log(log_path());
  if (!content) return tl::unexpected(content.error());
  const auto resumes = may_resume(*content);
  if (!resumes) return tl::unexpected(resumes.error());
  return *resumes ? resume(*content) : start_anew();
}

// Whether to go on from the log; false: to begin anew.
Result<bool> LoggedSink::may_resume(const RunLogContent& content) const {
  if (content.state == RunLogState::kForeign) {
    return fail_in_file(ErrorCode::kConflict, log_path(), "is not a run log of assay",
                        "move it away or choose another output");
  }
  if (const auto free = check_output_is_free(options_); !free) return tl::unexpected(free.error());
  if (exists(partial_path()) && !names_unfinished_output(content, log_path())) {
    return fail_in_file(ErrorCode::kConflict, partial_path(),
                        "exists, but the run log of it does not",
                        "move it away or choose another output");
  }
  if (options_.restart) return false;
  if (content.state == RunLogState::kDamaged) {
    return fail_in_file(ErrorCode::kCorrupt, log_path(), "the run log is damaged",
                        "begin anew with --restart");
  }
  if (content.state == RunLogState::kEmpty) return false;
  const RunLogHeader& before = *content.log.header();
  if (!before.resumable || !exists(partial_path())) return false;
  if (!options_.header.resumable) {
    return fail_in_file(ErrorCode::kConflict, log_path(),
                        "an unfinished run of another input stands here",
                        "finish it, or throw it away with --restart");
  }
  const std::string difference = describe_difference(before.identity, options_.header.identity);
  if (difference.empty()) return true;
  return fail_in_file(ErrorCode::kConflict, log_path(),
                      "the unfinished run here was started otherwise: " + difference,
                      "use the same options and models, or begin anew with --restart");
}

Result<void> LoggedSink::start_anew() {
  // The partial output goes first: without it, a log that is still there names nothing.
  std::error_code ignored;
  std::filesystem::remove(partial_path(), ignored);
  if (auto cut = log_.truncate(0); !cut) return cut;
  if (auto written = log_.write(writer_.header(options_.header)); !written) return written;
  if (auto synced = log_.sync(); !synced) return synced;
  if (auto opened = open_partial(0); !opened) return opened;
  return sync_folder_of(options_.output);
}

Result<void> LoggedSink::resume(const RunLogContent& content) {
  const auto intact = verify_output(partial_path(), content.log.windows());
  if (!intact) return tl::unexpected(intact.error());
  // Read again, up to the last window to keep: the log holds the sums of every one.
  const auto kept = read_run_log(log_path(), intact->windows);
  if (!kept) return tl::unexpected(kept.error());
  const RunLogParser& log = kept->log;
  resume_point_ = {.windows = log.windows(), .sums = log.sums()};
  output_bytes_ = intact->bytes;
  output_chain_ = intact->chain;
  writer_ = RunLogWriter(log.last_check());
  if (auto cut = log_.truncate(log.bytes()); !cut) return cut;
  return open_partial(output_bytes_);
}

Result<void> LoggedSink::open_partial(std::uint64_t size) {
  auto file = PosixFile::open(partial_path());
  if (!file) return tl::unexpected(file.error());
  partial_.emplace(std::move(*file));
  return partial_->truncate(size);
}

Result<void> LoggedSink::commit(std::span<const ScoredWindow> windows) {
  std::string lines;
  std::string entries;
  for (const ScoredWindow& window : windows) {
    lines += window.lines;
    output_bytes_ += window.lines.size();
    output_chain_.add(window.lines);
    entries += writer_.window({.records = window.records,
                               .input_chain = window.input_chain,
                               .output_bytes = output_bytes_,
                               .output_chain = output_chain_.hex()},
                              window.notes);
  }
  if (auto written = partial_->write(lines); !written) return written;
  if (auto synced = partial_->sync(); !synced) return synced;
  if (auto written = log_.write(entries); !written) return written;
  return log_.sync();
}

Result<void> LoggedSink::finish(std::string_view summary_line) {
  if (auto written = partial_->write(std::string(summary_line) + '\n'); !written) return written;
  if (auto synced = partial_->sync(); !synced) return synced;
  if (auto renamed = rename_durably(partial_path(), options_.output); !renamed) return renamed;
  // Should the process die just before this line, there is no OUT.partial, so the next run does
  // not take the log for that of an unfinished one.
  if (auto written = log_.write(writer_.finished(output_bytes_)); !written) return written;
  return log_.sync();
}

}  // namespace

Result<std::unique_ptr<RunSink>> open_logged_sink(const SinkOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(options.output, ignored)) {
    return fail_in_file(ErrorCode::kInvalidOption, options.output, "is a directory",
                        "give the name of a file");
  }
  if (const auto free = check_output_is_free(options); !free) return tl::unexpected(free.error());
  auto log = PosixFile::open(log_path_of(options.output));
  if (!log) return tl::unexpected(log.error());
  if (const auto locked = log->lock(); !locked) return tl::unexpected(locked.error());
  auto sink = std::make_unique<LoggedSink>(options, std::move(*log));
  if (const auto ready = sink->prepare(); !ready) return tl::unexpected(ready.error());
  return sink;
}

}  // namespace assay::engine
