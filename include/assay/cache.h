#pragma once
// A content-addressed store of model outputs: key = hash of (model fingerprint, input), value = the
// raw bytes that the model computed, so that a cached result is the same bits as a computed one.
//
//   auto cache = open_sqlite_cache("answers.sqlite");
//   ModelOptions options;
//   options.cache = cache->get();  // outlives every model that is given it
//   auto model = NliModel::load("models/nli", options);

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay {

struct CacheKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

}  // namespace assay

// A key is a hash already: any part of it will do.
template <>
struct std::hash<assay::CacheKey> {
  std::size_t operator()(const assay::CacheKey& key) const noexcept {
    return static_cast<std::size_t>(key.low);
  }
};

namespace assay {

// Thread-safety: all methods may be called from many threads.
// Failure: a cache never fails a run; a damaged or unwritable one behaves as if it were empty and
// reports the reason once through warning().
class ModelCache {
 public:
  virtual ~ModelCache() = default;
  // One answer a key, in order; nullopt where the key is unknown.
  virtual std::vector<std::optional<std::string>> get(std::span<const CacheKey> keys) = 0;
  virtual void put(std::span<const CacheKey> keys, std::span<const std::string> values) = 0;
  virtual std::string warning() const = 0;
};

// A cache in one SQLite file, created when it does not exist. Several processes may share it.
Result<std::unique_ptr<ModelCache>> open_sqlite_cache(const std::filesystem::path& file);

// A cache that lives as long as the object; for tests and servers.
std::unique_ptr<ModelCache> make_memory_cache();

}  // namespace assay
