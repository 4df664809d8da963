// Where models lie: search path and lookup by name.

#include <cstdlib>
#include <fstream>
#include <optional>

#include "assay/models.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> running_program() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  return program;
}

// The source tree that a build tree belongs to, as CMake noted it there. Nothing of it is compiled
// into the program, so an installed one never looks into a source tree.
std::optional<fs::path> source_tree_of(const fs::path& cmake_cache) {
  std::ifstream in(cmake_cache);
  constexpr std::string_view kKey = "assay_SOURCE_DIR:STATIC=";
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kKey)) return fs::path(line.substr(kKey.size()));
  }
  return std::nullopt;
}

std::optional<fs::path> source_tree_of_program(const fs::path& program) {
  std::error_code error;
  fs::path folder = program.parent_path();
  for (int level = 0; level < 4 && folder.has_relative_path(); ++level) {
    const fs::path cache = folder / "CMakeCache.txt";
    if (fs::exists(cache, error)) return source_tree_of(cache);
    folder = folder.parent_path();
  }
  return std::nullopt;
}

void append_colon_list(std::string_view list, std::vector<fs::path>& folders) {
  while (!list.empty()) {
    const std::size_t colon = list.find(':');
    const std::string_view item = list.substr(0, colon);
    if (!item.empty()) folders.emplace_back(item);
    list = colon == std::string_view::npos ? std::string_view{} : list.substr(colon + 1);
  }
}

}  // namespace

std::vector<fs::path> models_search_path(std::span<const fs::path> extra) {
  std::vector<fs::path> folders(extra.begin(), extra.end());
  if (const char* variable = std::getenv("ASSAY_MODELS")) append_colon_list(variable, folders);
  if (const auto program = running_program()) {
    folders.push_back(program->parent_path() / ".." / "share" / "assay" / "models");
    if (const auto source = source_tree_of_program(*program)) {
      folders.push_back(*source / "models");
      folders.push_back(*source / ".deps" / "models");
    }
  }
  std::vector<fs::path> existing;
  for (const fs::path& folder : folders) {
    std::error_code error;
    if (fs::is_directory(folder, error)) existing.push_back(folder.lexically_normal());
  }
  return existing;
}

Result<fs::path> models_path(std::string_view name, std::span<const fs::path> extra) {
  const std::vector<fs::path> folders = models_search_path(extra);
  std::string looked;
  for (const fs::path& folder : folders) {
    std::error_code error;
    fs::path candidate = folder / name;
    if (!name.empty() && fs::is_directory(candidate, error)) return candidate;
    looked += (looked.empty() ? "" : ", ") + folder.string();
  }
  return fail(ErrorCode::kNotFound, "no model `" + std::string(name) + "`",
              looked.empty() ? "set ASSAY_MODELS to the folder that holds the models"
                             : "looked in " + looked + "; set ASSAY_MODELS to add a folder");
}

}  // namespace assay
