// The cache in one SQLite file: one table, write-ahead log, one transaction a call.

#include <sqlite3.h>

#include <chrono>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "assay/cache.h"

namespace assay {
namespace {

struct CloseDatabase {
  void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

// 'assa' as SQLite's application id, so that a database of another program is not written to.
constexpr int kApplicationId = 0x61737361;
constexpr int kBusyMilliseconds = 10'000;

std::string key_bytes(const CacheKey& key) {
  std::string bytes(sizeof key.high + sizeof key.low, '\0');
  std::memcpy(bytes.data(), &key.high, sizeof key.high);
  std::memcpy(bytes.data() + sizeof key.high, &key.low, sizeof key.low);
  return bytes;
}

class SqliteCache : public ModelCache {
 public:
  explicit SqliteCache(std::filesystem::path file) : file_(std::move(file)) {
    if (!open()) give_up();
  }

  std::vector<std::optional<std::string>> get(std::span<const CacheKey> keys) override {
    const std::lock_guard lock(mutex_);
    std::vector<std::optional<std::string>> values(keys.size());
    if (!database_ || !execute("BEGIN")) return values;
    const Statement select = prepare("SELECT value FROM entries WHERE key = ?1");
    for (std::size_t i = 0; select && i < keys.size(); ++i) {
      if (!read_one(select.get(), keys[i], values[i])) break;
    }
    if (database_) execute("COMMIT");
    return values;
  }

  void put(std::span<const CacheKey> keys, std::span<const std::string> values) override {
    const std::lock_guard lock(mutex_);
    if (!database_ || !writable_) return;
    if (!execute("BEGIN IMMEDIATE")) return stop_writing();
    const Statement insert = prepare("INSERT OR REPLACE INTO entries (key, value) VALUES (?1, ?2)");
    bool good = insert != nullptr;
    for (std::size_t i = 0; good && i < keys.size(); ++i) {
      good = write_one(insert.get(), keys[i], values[i]);
    }
    if (!good || !execute("COMMIT")) stop_writing();
  }

  std::string warning() const override {
    const std::lock_guard lock(mutex_);
    return warning_;
  }

 private:
  bool open() {
    sqlite3* handle = nullptr;
    const int opened =
        sqlite3_open_v2(file_.c_str(), &handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    database_.reset(handle);
    if (opened != SQLITE_OK) return note();
    sqlite3_busy_timeout(handle, kBusyMilliseconds);
    return set_up_table() && use_log() && execute("PRAGMA synchronous = NORMAL");
  }

  // A new file gets our mark and the table; a file with tables and another mark is not ours.
  // IMMEDIATE waits for other processes that do the same. Two that had both begun to read would
  // each wait for the other to end, and SQLite would refuse one of them at once.
  bool set_up_table() {
    const auto mark = read_number("PRAGMA application_id");
    if (!mark) return false;
    if (*mark == kApplicationId) return true;
    return execute("BEGIN IMMEDIATE") && mark_new_file() && execute("COMMIT");
  }

  bool mark_new_file() {
    const auto mark = read_number("PRAGMA application_id");  // it may have come since
    const auto tables = read_number("SELECT count(*) FROM sqlite_master");
    if (!mark || !tables) return false;
    if (*mark == kApplicationId) return true;
    if (*tables != 0) return note("is a database of another program");
    return execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str()) &&
           execute(
               "CREATE TABLE entries (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID");
  }

  // The switch to the write-ahead log does not heed the busy timeout.
  bool use_log() {
    const auto give_up =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyMilliseconds);
    for (;;) {
      const int done =
          sqlite3_exec(database_.get(), "PRAGMA journal_mode = WAL", nullptr, nullptr, nullptr);
      if (done == SQLITE_OK) return true;
      if (done != SQLITE_BUSY || std::chrono::steady_clock::now() > give_up) return note();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::optional<int> read_number(const char* sql) {
    const Statement statement = prepare(sql);
    if (statement && sqlite3_step(statement.get()) == SQLITE_ROW) {
      return sqlite3_column_int(statement.get(), 0);
    }
    note();
    return std::nullopt;
  }

  bool read_one(sqlite3_stmt* select, const CacheKey& key, std::optional<std::string>& value) {
    const std::string bytes = key_bytes(key);
    sqlite3_reset(select);
    sqlite3_bind_blob(select, 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
    const int step = sqlite3_step(select);
    if (step == SQLITE_DONE) return true;
    if (step != SQLITE_ROW) {
      note();
      return false;
    }
    const void* blob = sqlite3_column_blob(select, 0);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(select, 0));
    value.emplace(size == 0 ? std::string() : std::string(static_cast<const char*>(blob), size));
    return true;
  }

  bool write_one(sqlite3_stmt* insert, const CacheKey& key, const std::string& value) {
    const std::string bytes = key_bytes(key);
    sqlite3_reset(insert);
    sqlite3_bind_blob(insert, 1, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
    sqlite3_bind_blob64(insert, 2, value.data(), value.size(), SQLITE_STATIC);
    return sqlite3_step(insert) == SQLITE_DONE || note();
  }

  Statement prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr) != SQLITE_OK) note();
    return Statement(statement);
  }

  bool execute(const char* sql) {
    return sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) == SQLITE_OK || note();
  }

  // Keeps the first reason; always false.
  bool note(const char* reason = nullptr) {
    if (warning_.empty()) {
      warning_ = "cache " + file_.string() + ": " +
                 (reason != nullptr ? reason : sqlite3_errmsg(database_.get()));
    }
    return false;
  }

  void give_up() { database_.reset(); }

  // What is stored can still be read.
  void stop_writing() {
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
    writable_ = false;
  }

  std::filesystem::path file_;
  mutable std::mutex mutex_;
  Database database_;
  bool writable_ = true;
  std::string warning_;
};

}  // namespace

Result<std::unique_ptr<ModelCache>> open_sqlite_cache(const std::filesystem::path& file) {
  if (file.empty()) return fail(ErrorCode::kInvalidOption, "the cache needs a file name");
  return std::make_unique<SqliteCache>(file);
}

}  // namespace assay
