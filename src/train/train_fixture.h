#pragma once
// What tests of whole runs share: a folder of their own, files in it, and a tiny base.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "test_files.h"

namespace assay::train {

class RunTest : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  static std::filesystem::path base(const std::string& name) {
    return std::filesystem::path(ASSAY_SOURCE_DIR) / "tests" / "data" / "encoders" / name;
  }

  // The lines of a run's log without what depends on the clock.
  static std::vector<nlohmann::json> log_of(const std::filesystem::path& run) {
    std::ifstream in(run / "log.jsonl");
    std::vector<nlohmann::json> lines;
    for (std::string text; std::getline(in, text);) {
      auto line = nlohmann::json::parse(text);
      for (const char* name :
           {"seconds", "examples_per_second", "tokens_per_second", "evaluation_seconds"}) {
        line.erase(name);
      }
      lines.push_back(std::move(line));
    }
    return lines;
  }

  static std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

  TestFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

}  // namespace assay::train
