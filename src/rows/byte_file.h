#pragma once
// The bytes of a file, decompressed where it is gzip: of one member, or of several one behind the
// other.

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/error.h"

namespace assay::rows {

class ByteFile {
 public:
  // kNotFound, kIo.
  static Result<ByteFile> open(const std::filesystem::path& path);

  // Up to `most` bytes, which is at least 1; 0 at the end. Failure: kIo; kCorrupt where a gzip
  // member is damaged, cut short or followed by something else, for that would be lost in silence.
  Result<std::size_t> read(char* bytes, std::size_t most);

  const std::string& name() const { return name_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct End {
    void operator()(z_stream* stream) const;
  };

  ByteFile(std::FILE* file, std::string name) : file_(file), name_(std::move(name)) {}
  Result<void> refill();
  Result<std::size_t> read_plain(char* bytes, std::size_t most);
  Result<std::size_t> inflate_some(char* bytes, std::size_t most);
  tl::unexpected<Error> damaged(const std::string& why) const;

  std::unique_ptr<std::FILE, Close> file_;
  std::string name_;
  std::vector<unsigned char> raw_;  // what was read and not taken yet is from `taken_` on
  std::size_t taken_ = 0;
  std::uint64_t raw_total_ = 0;  // bytes read of the file
  bool begun_ = false;
  bool is_within_member_ = false;
  std::unique_ptr<z_stream, End> gzip_;  // none: a plain file
};

}  // namespace assay::rows
