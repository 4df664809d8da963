#include "assay/cache.h"

#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "test_files.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Optional;

const std::string kBinary("\0\x01\xff", 3);

class SqliteCacheFile : public ::testing::Test {
 protected:
  fs::path file() const { return folder_ / "cache.sqlite"; }
  std::unique_ptr<ModelCache> open() const { return open_sqlite_cache(file()).value(); }
  TestFolder temporary_;
  fs::path folder_ = temporary_.path();
};

void put_and_get(ModelCache& cache) {
  const CacheKey keys[] = {{1, 2}, {2, 1}, {3, 3}};
  const std::string values[] = {kBinary, ""};
  cache.put(std::span(keys).first(2), values);
  EXPECT_THAT(cache.get(keys), ElementsAre(Optional(kBinary), Optional(std::string()),
                                           std::optional<std::string>()));
  EXPECT_THAT(cache.warning(), IsEmpty());
}

TEST(MemoryCache, ReturnsWhatWasPut) {
  put_and_get(*make_memory_cache());
}

TEST_F(SqliteCacheFile, ReturnsWhatWasPutAlsoAfterReopening) {
  put_and_get(*open());
  const CacheKey keys[] = {{1, 2}};
  EXPECT_THAT(open()->get(keys), ElementsAre(Optional(kBinary)));
}

TEST_F(SqliteCacheFile, DamagedFileIsEmptyWithAWarning) {
  std::ofstream(file(), std::ios::binary) << std::string(4096, 'x');
  const auto cache = open();
  const CacheKey keys[] = {{1, 2}};
  const std::string values[] = {"v"};
  cache->put(keys, values);
  EXPECT_THAT(cache->get(keys), ElementsAre(std::optional<std::string>()));
  EXPECT_THAT(cache->warning(), HasSubstr(file().string()));
}

TEST_F(SqliteCacheFile, DamagedPagesAreEmptyWithAWarning) {
  {
    const auto cache = open();
    std::vector<CacheKey> keys;
    std::vector<std::string> values;
    for (std::uint64_t i = 0; i < 500; ++i) {
      keys.push_back({i, i});
      values.emplace_back(200, 'v');
    }
    cache->put(keys, values);
  }
  ASSERT_GT(fs::file_size(file()), 20'000U);
  std::fstream damage(file(), std::ios::binary | std::ios::in | std::ios::out);
  damage.seekp(4096);
  damage << std::string(fs::file_size(file()) - 4096, '\xff');
  damage.close();
  const auto cache = open();
  const CacheKey keys[] = {{7, 7}};
  EXPECT_THAT(cache->get(keys), ElementsAre(std::optional<std::string>()));
  EXPECT_THAT(cache->warning(), HasSubstr("cache.sqlite"));
}

TEST_F(SqliteCacheFile, FolderThatDoesNotExistIsEmptyWithAWarning) {
  const auto cache = open_sqlite_cache(folder_ / "none" / "cache.sqlite").value();
  const CacheKey keys[] = {{1, 2}};
  EXPECT_THAT(cache->get(keys), ElementsAre(std::optional<std::string>()));
  EXPECT_THAT(cache->warning(), HasSubstr("unable to open"));
}

TEST_F(SqliteCacheFile, DatabaseOfAnotherProgramIsLeftAlone) {
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(file().c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "CREATE TABLE entries (id)", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  EXPECT_THAT(open()->warning(), HasSubstr("another program"));
}

TEST_F(SqliteCacheFile, TwoWritersAtOnceLoseNothing) {
  const auto write = [&](std::uint64_t high) {
    const auto cache = open();
    for (std::uint64_t i = 0; i < 50; ++i) {
      const CacheKey keys[] = {{high, i}};
      const std::string values[] = {std::to_string(i)};
      cache->put(keys, values);
    }
    EXPECT_THAT(cache->warning(), IsEmpty());
  };
  {
    std::jthread one(write, 1);
    std::jthread two(write, 2);
  }
  const auto cache = open();
  for (std::uint64_t high : {1, 2}) {
    const CacheKey keys[] = {{high, 0}, {high, 49}};
    EXPECT_THAT(cache->get(keys),
                ElementsAre(Optional(std::string("0")), Optional(std::string("49"))));
  }
}

// What a process ends with that creates the cache at the same moment as others: 0 when it could
// use it.
int create_with_others(const fs::path& file, int start, std::uint64_t number) {
  char go = 0;
  if (::read(start, &go, 1) != 0) return 2;  // the end of the pipe comes to all at once
  const auto cache = open_sqlite_cache(file).value();
  const CacheKey keys[] = {{number, 0}};
  const std::string values[] = {std::to_string(number)};
  cache->put(keys, values);
  return cache->warning().empty() && cache->get(keys).front() == values[0] ? 0 : 1;
}

TEST_F(SqliteCacheFile, ProcessesThatCreateItAtOnceAllUseIt) {
  constexpr std::uint64_t kProcesses = 3;
  for (int round = 0; round < 30; ++round) {
    const fs::path shared = folder_ / std::to_string(round);
    int start[2];
    ASSERT_EQ(::pipe(start), 0);
    std::vector<pid_t> processes;
    for (std::uint64_t number = 0; number < kProcesses; ++number) {
      const pid_t process = ::fork();
      ASSERT_GE(process, 0);
      if (process == 0) {
        ::close(start[1]);
        ::_exit(create_with_others(shared, start[0], number));
      }
      processes.push_back(process);
    }
    ::close(start[0]);
    ::close(start[1]);
    for (const pid_t process : processes) {
      int status = 0;
      ASSERT_EQ(::waitpid(process, &status, 0), process);
      EXPECT_EQ(status, 0) << "round " << round;
    }
    const auto cache = open_sqlite_cache(shared).value();
    for (std::uint64_t number = 0; number < kProcesses; ++number) {
      const CacheKey keys[] = {{number, 0}};
      EXPECT_THAT(cache->get(keys), ElementsAre(Optional(std::to_string(number))));
    }
  }
}

TEST(SqliteCache, NeedsAName) {
  EXPECT_EQ(open_sqlite_cache({}).error().code, ErrorCode::kInvalidOption);
}

}  // namespace
}  // namespace assay
