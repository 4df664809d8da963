#pragma once
// Hashes: 128-bit XXH3 for keys that must be fast, SHA-256 for files that must not be forged.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay::base {

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
  std::string hex() const;  // 32 digits
};

Hash128 hash128(std::string_view bytes);

// Hashes parts so that ("ab", "c") and ("a", "bc") differ.
class Hasher128 {
 public:
  Hasher128();
  ~Hasher128();
  Hasher128(const Hasher128&) = delete;
  Hasher128& operator=(const Hasher128&) = delete;
  Hasher128& add(std::string_view part);
  Hash128 digest() const;

 private:
  void* state_;
};

std::string sha256_hex(std::string_view bytes);
Result<std::string> sha256_file(const std::filesystem::path& file);

}  // namespace assay::base
