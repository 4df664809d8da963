#include "model/export_folder.h"

#include <cstring>
#include <fstream>

namespace assay::model {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCarriedOver[] = {"config.json", "tokenizer.json", "tokenizer_config.json"};

Result<void> make_out_folder(const fs::path& folder, const fs::path& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (error) return cannot_write(out, error.message());
  if (fs::equivalent(folder, out, error)) {
    return fail(ErrorCode::kInvalidOption, "the model cannot be exported into its own folder",
                "name another folder for the output");
  }
  if (fs::is_empty(out, error)) return {};
  return fail(ErrorCode::kConflict, out.string() + ": the folder is not empty",
              "name another folder for the output, or empty this one");
}

}  // namespace

tl::unexpected<Error> cannot_write(const fs::path& path, const std::string& why) {
  return fail(ErrorCode::kIo, "cannot write " + path.string() + ": " + why);
}

Result<void> begin_export(const fs::path& folder, const fs::path& out) {
  if (auto made = make_out_folder(folder, out); !made) return made;
  for (const char* name : kCarriedOver) {
    std::error_code error;
    if (!fs::exists(folder / name, error)) continue;
    fs::copy_file(folder / name, out / name, fs::copy_options::overwrite_existing, error);
    if (error) return cannot_write(out / name, error.message());
  }
  return {};
}

Result<void> write_safetensors(const fs::path& out, const std::string& bytes) {
  const fs::path file = out / "model.safetensors";
  std::ofstream stream(file, std::ios::binary);
  stream << bytes;
  stream.close();
  if (!stream) return cannot_write(file, std::strerror(errno));
  return {};
}

}  // namespace assay::model
