#pragma once
// Loaded models, kept over many calls.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "assay/cache.h"
#include "assay/engine.h"

namespace assay::python {

using Names = std::vector<std::string>;
using Places = std::vector<std::filesystem::path>;

class Engine {
 public:
  // `paths`: folder or file by model ("nli", "qa", "linguistics", "embedder", "qg"); `search`:
  // where models that it does not name are looked up by name.
  Engine(const std::map<std::string, std::string>& paths, const Names& search, int threads,
         const std::string& cache);

  // Runs on a thread of its own, so that Ctrl-C is seen meanwhile; one run at a time, others wait.
  // `progress` is called with (records, failed, fraction) after each window, or is None.
  void score_file(const std::string& input, const std::string& output, const Names& metrics,
                  const pybind11::dict& options, const std::string& format,
                  const std::string& quoting, const std::map<std::string, std::string>& fields,
                  std::size_t window, bool overwrite, bool restart,
                  const pybind11::object& progress);

 private:
  std::unique_ptr<ModelCache> cache_;
  std::unique_ptr<Resources> resources_;
  std::atomic<bool> interrupt_ = false;
  std::mutex running_;
};

std::unique_ptr<Engine> make_engine(const std::map<std::string, std::string>& paths,
                                    const Names& search, int threads, const std::string& cache);

}  // namespace assay::python
