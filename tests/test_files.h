#pragma once
// Files for tests: a folder that is removed again, whole files in and out. Every test takes a
// folder of its own: tests run beside each other, and so do builds.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <unistd.h>

namespace assay {

class TestFolder {
 public:
  TestFolder() {
    // In memory where there is such a folder: the tests bring hundreds of files to the disk.
    const std::filesystem::path memory = "/dev/shm";
    std::string pattern =
        ((::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path()) /
         "assay_test_XXXXXX")
            .string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return file(name);
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace assay
