#pragma once
// The files of a run, told apart before any of them is touched.

#include <string>

#include "assay/engine.h"
#include "assay/error.h"

namespace assay::engine {

// What stands beside `output` while a run is under way, and the record of the run.
std::string partial_path_of(const std::string& output);
std::string log_path_of(const std::string& output);

// `output`, or the file that a symbolic link of this name points to, however often: the link stays,
// the file is written.
std::string resolve_output(const std::string& output);

// kInvalidOption when two of input, output, what stands beside it, `cache` (empty: none) and what
// SQLite puts beside that are one file, under whatever names and links; also for standard streams
// that stand for files, and for a standard output that is needed and closed. Files that do not
// exist yet count by their paths.
Result<void> check_run_files(const ScoreOptions& options, const std::string& cache);

}  // namespace assay::engine
