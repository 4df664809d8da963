#include "base/hash.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <xxhash.h>

#include <memory>
#include <vector>

#include "base/file.h"

namespace assay::base {

std::string Hash128::hex() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

Hash128 hash128(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

Hasher128::Hasher128() : state_(XXH3_createState()) {
  XXH3_128bits_reset(static_cast<XXH3_state_t*>(state_));
}
Hasher128::~Hasher128() {
  XXH3_freeState(static_cast<XXH3_state_t*>(state_));
}

Hasher128& Hasher128::add(std::string_view part) {
  auto* state = static_cast<XXH3_state_t*>(state_);
  const std::uint64_t size = part.size();
  XXH3_128bits_update(state, &size, sizeof size);
  XXH3_128bits_update(state, part.data(), part.size());
  return *this;
}

Hash128 Hasher128::digest() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(static_cast<XXH3_state_t*>(state_));
  return {hash.high64, hash.low64};
}

namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
  }
  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }
  std::string hex() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_.get(), digest, &size);
    return fmt::format("{:02x}", fmt::join(digest, digest + size, ""));
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  Sha256 sha;
  sha.add(bytes);
  return sha.hex();
}

Result<std::string> sha256_file(const std::filesystem::path& file) {
  auto opened = open_file(file);
  if (!opened) return tl::unexpected(opened.error());
  std::ifstream& in = *opened;
  Sha256 sha;
  std::vector<char> buffer(1 << 20);
  while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0) {
    sha.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (in.bad()) return fail(ErrorCode::kIo, "cannot read " + file.string());
  return sha.hex();
}

}  // namespace assay::base
