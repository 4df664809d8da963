#include <mutex>
#include <unordered_map>

#include "assay/cache.h"

namespace assay {
namespace {

class MemoryCache : public ModelCache {
 public:
  std::vector<std::optional<std::string>> get(std::span<const CacheKey> keys) override {
    const std::lock_guard lock(mutex_);
    std::vector<std::optional<std::string>> values;
    for (const CacheKey& key : keys) {
      const auto found = values_.find(key);
      values.push_back(found == values_.end() ? std::nullopt : std::optional(found->second));
    }
    return values;
  }

  void put(std::span<const CacheKey> keys, std::span<const std::string> values) override {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < keys.size(); ++i) values_.insert_or_assign(keys[i], values[i]);
  }

  std::string warning() const override { return {}; }

 private:
  std::mutex mutex_;
  std::unordered_map<CacheKey, std::string> values_;
};

}  // namespace

std::unique_ptr<ModelCache> make_memory_cache() {
  return std::make_unique<MemoryCache>();
}

}  // namespace assay
