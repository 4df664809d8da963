#include "nlp/word_cache.h"

#include <gmock/gmock.h>

#include <thread>

namespace assay::nlp {
namespace {

WordKey key(std::uint64_t norm) {
  return {norm, 1, 2, 3, 0};
}

TEST(WordCache, FindsWhatWasInserted) {
  WordCache cache(2, 10);
  EXPECT_EQ(cache.find(key(1)), nullptr);
  const float values[] = {1.5F, 2.5F};
  cache.insert(key(1), values);
  const float* found = cache.find(key(1));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found[0], 1.5F);
  EXPECT_EQ(found[1], 2.5F);
  EXPECT_EQ(cache.find({1, 1, 2, 3, 1}), nullptr);
}

TEST(WordCache, KeepsAtMostSoManyWords) {
  WordCache cache(1, 3);
  for (std::uint64_t word = 0; word < 100; ++word) {
    const auto value = static_cast<float>(word);
    cache.insert(key(word), &value);
  }
  for (std::uint64_t word = 0; word < 100; ++word) {
    EXPECT_EQ(cache.find(key(word)) != nullptr, word < 3) << word;
  }
}

TEST(WordCache, ThreadsThatInsertTheSameWordsAgree) {
  WordCache cache(1, 500);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (std::uint64_t word = 0; word < 1000; ++word) {
        const auto value = static_cast<float>(word);
        if (cache.find(key(word)) == nullptr) cache.insert(key(word), &value);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::size_t known = 0;
  for (std::uint64_t word = 0; word < 1000; ++word) {
    const float* found = cache.find(key(word));
    if (found == nullptr) continue;
    ++known;
    EXPECT_EQ(*found, static_cast<float>(word));
  }
  EXPECT_GT(known, 400U);
  EXPECT_LE(known, 500U);
}

}  // namespace
}  // namespace assay::nlp
