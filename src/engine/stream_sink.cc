#include <filesystem>
#include <utility>

#include "engine/posix_file.h"
#include "engine/run_sink.h"

namespace assay::engine {
namespace {

class StreamSink : public RunSink {
 public:
  explicit StreamSink(PosixFile file) : file_(std::move(file)) {}

  const ResumePoint& resume_point() const override { return nothing_; }

  Result<void> commit(std::span<const ScoredWindow> windows) override {
    for (const ScoredWindow& window : windows) {
      if (auto written = file_.write(window.lines); !written) return written;
    }
    return {};
  }

  Result<void> finish(std::string_view summary_line) override {
    return file_.write(std::string(summary_line) + '\n');
  }

 private:
  PosixFile file_;
  ResumePoint nothing_;
};

}  // namespace

bool is_stream(const std::string& output) {
  if (output == "-") return true;
  std::error_code ignored;
  const auto status = std::filesystem::status(output, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

Result<std::unique_ptr<RunSink>> open_stream_sink(const std::string& output,
                                                  const std::atomic<bool>* interrupt) {
  auto file = PosixFile::open_stream(output, interrupt);
  if (!file) return tl::unexpected(file.error());
  return std::make_unique<StreamSink>(std::move(*file));
}

}  // namespace assay::engine
