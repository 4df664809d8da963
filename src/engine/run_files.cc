#include "engine/run_files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "engine/errors.h"
#include "engine/run_sink.h"
#include "engine/standard_streams.h"

namespace assay::engine {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;  // as the kernel has it

struct RunFile {
  std::string role;
  std::string path;
  std::optional<std::pair<dev_t, ino_t>> file;  // of one that exists
};

// The file at `path` ("-": open as `descriptor`); absent where pipes, terminals and devices are,
// which may well be used twice.
std::optional<RunFile> find_file(std::string role, const std::string& path, int descriptor) {
  RunFile found{std::move(role), path, {}};
  struct stat info {};
  const bool is_standard = path == "-";
  const int looked = is_standard ? ::fstat(descriptor, &info) : ::stat(path.c_str(), &info);
  if (looked != 0) return is_standard ? std::nullopt : std::optional(std::move(found));
  if (!S_ISREG(info.st_mode)) return std::nullopt;
  found.file = {info.st_dev, info.st_ino};
  return found;
}

// A path that is the same for all spellings of a file that is not there yet.
fs::path plain_path(const std::string& path) {
  std::error_code error;
  const fs::path plain = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? fs::path(path).lexically_normal() : plain;
}

bool are_one(const RunFile& a, const RunFile& b) {
  if (a.file || b.file) return a.file == b.file;
  return plain_path(a.path) == plain_path(b.path);
}

std::vector<RunFile> files_of(const ScoreOptions& options, const std::string& cache) {
  std::vector<RunFile> files;
  const auto add = [&files](const char* role, const std::string& path, int descriptor = -1) {
    if (auto file = find_file(role, path, descriptor)) files.push_back(*std::move(file));
  };
  add("the input", options.input, STDIN_FILENO);
  add("the output", options.output, STDOUT_FILENO);
  if (!is_stream(options.output)) {
    add("the unfinished output", partial_path_of(options.output));
    add("the run log", log_path_of(options.output));
  }
  if (cache.empty()) return files;
  const std::string resolved = resolve_output(cache);
  add("the cache", resolved);
  for (const char* ending : {"-wal", "-shm", "-journal"}) add("the cache's log", resolved + ending);
  return files;
}

tl::unexpected<Error> same_file(const RunFile& a, const RunFile& b) {
  const bool is_input = a.role == "the input";
  return fail_in_file(
      ErrorCode::kInvalidOption, b.path == "-" ? "standard output" : b.path,
      is_input ? fmt::format("is the input itself, and would be {}", b.role)
               : fmt::format("would be {} and {}", a.role, b.role),
      b.role.starts_with("the cache") ? "choose another cache" : "choose another output");
}

}  // namespace

std::string partial_path_of(const std::string& output) {
  return output + ".partial";
}

std::string log_path_of(const std::string& output) {
  return output + ".run";
}

std::string resolve_output(const std::string& output) {
  fs::path path = output;
  std::error_code error;
  for (int links = 0; links < kMostLinks; ++links) {
    if (is_stream(path.string()) || !fs::is_symlink(path, error)) return path.string();
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return output;
}

Result<void> check_run_files(const ScoreOptions& options, const std::string& cache) {
  if (options.output == "-") {
    if (auto usable = check_standard_output(); !usable) return usable;
  }
  ScoreOptions resolved = options;
  resolved.output = resolve_output(options.output);
  const auto files = files_of(resolved, cache);
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      if (are_one(files[i], files[j])) return same_file(files[i], files[j]);
    }
  }
  return {};
}

}  // namespace assay::engine
