#include "train/files.h"

#include <fstream>
#include <iterator>

#include "engine/posix_file.h"

namespace assay::train {
namespace fs = std::filesystem;

fs::path unfinished_of(const fs::path& file) {
  return file.string() + ".new";
}

Result<void> write_durably(const fs::path& file,
                           const std::function<void(const WriteBytes&)>& produce) {
  const std::string fresh = unfinished_of(file).string();
  {
    auto out = engine::PosixFile::open(fresh);
    if (!out) return tl::unexpected(out.error());
    Result<void> state = out->truncate(0);
    produce([&](std::string_view bytes) {
      if (state) state = out->write(bytes);
    });
    if (state) state = out->sync();
    if (!state) return state;
  }
  return engine::rename_durably(fresh, file.string());
}

Result<void> write_text_durably(const fs::path& file, std::string_view text) {
  return write_durably(file, [&](const WriteBytes& write) { write(text); });
}

Result<std::string> read_whole_file(const fs::path& file) {
  std::error_code error;
  if (fs::exists(file, error) && !fs::is_regular_file(file, error))
    return fail(ErrorCode::kIo, file.string() + " is not a regular file");
  std::ifstream in(file, std::ios::binary);
  if (!in) return fail(ErrorCode::kNotFound, "cannot open " + file.string());
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return fail(ErrorCode::kIo, "cannot read " + file.string());
  return bytes;
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    return fail(ErrorCode::kIo,
                "cannot make the folder " + folder.string() + ": " + error.message());
  }
  return {};
}

}  // namespace assay::train
