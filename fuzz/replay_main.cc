// Runs a fuzz target over the files of a folder, whole and cut short, without libFuzzer:
//   <name>_fuzz FOLDER
// Succeeds when none of them crashes and there was at least one.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_in(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Inputs that end too early are what parsers get wrong most often.
void replay(const std::string& content) {
  constexpr std::size_t kCuts = 16;
  for (std::size_t cut = 0; cut <= kCuts; ++cut) {
    // A copy of the exact size, so that the address sanitizer sees a read past the end.
    const std::vector<std::uint8_t> input(
        content.begin(),
        content.begin() + static_cast<std::ptrdiff_t>(content.size() * cut / kCuts));
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  const auto files = files_in(argv[1]);
  for (const auto& file : files) {
    std::fprintf(stderr, "%s\n", file.filename().c_str());
    std::ifstream stream(file, std::ios::binary);
    replay(std::string(std::istreambuf_iterator<char>(stream), {}));
  }
  std::printf("%zu inputs replayed\n", files.size());
  return files.empty() ? 1 : 0;
}
