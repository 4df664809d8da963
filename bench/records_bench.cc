// Speed of reading records and of writing results, on one thread, against the plain way to do it:
// nlohmann::json on every line, libcsv on every cell, nlohmann::ordered_json for a result.
//
// Both sides do the same passes in turn and the best of each counts. The reader also checks UTF-8,
// hashes the record and keeps the unknown fields, which the plain way does not.

#include <csv.h>
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/record_reader.h"
#include "assay/result.h"

namespace {

constexpr int kRecords = 20000;
constexpr int kPasses = 7;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <typename Ours, typename Theirs>
void compare(const char* what, const char* peer, double megabytes, Ours ours, Theirs theirs) {
  double best[2] = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  for (int pass = 0; pass < kPasses; ++pass) {
    const double start = cpu_seconds();
    const std::size_t a = ours();
    const double middle = cpu_seconds();
    const std::size_t b = theirs();
    const double end = cpu_seconds();
    if (a != b) {
      std::fprintf(stderr, "%s: %zu against %zu\n", what, a, b);
      std::exit(1);
    }
    best[0] = std::min(best[0], middle - start);
    best[1] = std::min(best[1], end - middle);
  }
  std::printf("%-22s assay %6.0f MB/s, %s %6.0f MB/s, ratio %.2f\n", what, megabytes / best[0],
              peer, megabytes / best[1], best[1] / best[0]);
}

std::string text_of(int i, const char* about) {
  return fmt::format(
      "{} number {} was seen in the year {}, when nobody thought of looking for it; "
      "\\\"so it goes\\\", they said.",
      about, i, 1900 + i % 100);
}

std::string json_lines() {
  std::string lines;
  for (int i = 0; i < kRecords; ++i) {
    lines += fmt::format(
        "{{\"id\": \"r{}\", \"response\": \"{}\", \"knowledge\": \"{}{}\", \"topic\": \"comets\", "
        "\"round\": {}}}\n",
        i, text_of(i, "The comet"), text_of(i, "Comet"), text_of(i, " A star"), i % 9);
  }
  return lines;
}

std::string csv_rows() {
  std::string rows = "id,response,knowledge,topic\n";
  for (int i = 0; i < kRecords; ++i) {
    rows += fmt::format(
        "r{},The comet came in {}.,\"Comet \"\"{}\"\", seen by many, came as it had to come and "
        "went as it had to go.\",comets\n",
        i, i, i);
  }
  return rows;
}

// Bytes of all responses, so that nothing can be left out.
std::size_t read_records(const std::string& path) {
  std::size_t bytes = 0;
  auto reader = assay::open_records({.input = path});
  while (reader) {
    const auto item = (*reader)->next();
    if (!item || !item->has_value()) break;
    bytes += (*item)->record.response.size();
  }
  return bytes;
}

std::size_t read_plain_json(const std::string& path) {
  std::size_t bytes = 0;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    bytes += nlohmann::json::parse(line)["response"].get_ref<const std::string&>().size();
  }
  return bytes;
}

struct PlainCsv {
  std::size_t column = 0;
  std::size_t row = 0;
  std::size_t bytes = 0;
};

std::size_t read_plain_csv(const std::string& path) {
  PlainCsv state;
  csv_parser parser;
  csv_init(&parser, 0);
  const auto on_cell = [](void*, std::size_t size, void* data) {
    auto& csv = *static_cast<PlainCsv*>(data);
    if (csv.column++ == 1 && csv.row > 0) csv.bytes += size;
  };
  const auto on_row = [](int, void* data) {
    auto& csv = *static_cast<PlainCsv*>(data);
    csv.column = 0;
    ++csv.row;
  };
  std::ifstream in(path, std::ios::binary);
  std::string buffer(1 << 18, '\0');
  while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || in.gcount() > 0) {
    csv_parse(&parser, buffer.data(), static_cast<std::size_t>(in.gcount()), on_cell, on_row,
              &state);
  }
  csv_fini(&parser, on_cell, on_row, &state);
  csv_free(&parser);
  return state.bytes;
}

assay::RecordResult some_result() {
  assay::RecordResult result;
  result.id = "r1";
  result.metric = "overlap";
  result.status = assay::Status::kMeasured;
  result.score = 0.123456789;
  result.scores = {{"overlap", 0.123456789}, {"precision", 1.0 / 3}};
  result.counts = {{"tokens", 17}};
  return result;
}

std::size_t write_lines() {
  const assay::RecordResult result = some_result();
  std::size_t lines = 0;
  for (int i = 0; i < kRecords; ++i) {
    lines += assay::to_json_line(result, "assay/1:0123456789abcdef").empty() ? 0 : 1;
  }
  return lines;
}

std::size_t write_plain() {
  const assay::RecordResult result = some_result();
  std::size_t lines = 0;
  for (int i = 0; i < kRecords; ++i) {
    nlohmann::ordered_json json = {{"schema", "assay.result/1"},
                                   {"type", "result"},
                                   {"id", result.id},
                                   {"metric", result.metric},
                                   {"status", to_string(result.status)},
                                   {"score", *result.score}};
    for (const auto& [name, value] : result.scores) json["scores"][name] = value;
    json["units"] = nlohmann::ordered_json::array();
    json["discarded"] = nlohmann::ordered_json::array();
    json["fallback"] = nullptr;
    for (const auto& [name, count] : result.counts) json["counts"][name] = count;
    json["truncated"] = result.truncated;
    json["fingerprint"] = "assay/1:0123456789abcdef";
    lines += json.dump().empty() ? 0 : 1;
  }
  return lines;
}

}  // namespace

int main() {
  const auto folder =
      std::filesystem::temp_directory_path() / ("assay_bench_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const auto write = [&](const char* name, const std::string& bytes) {
    const std::string path = (folder / name).string();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  };
  const auto megabytes = [](std::size_t bytes) { return static_cast<double>(bytes) / 1e6; };
  const std::string lines = json_lines();
  const std::string jsonl = write("in.jsonl", lines);
  compare(
      "read JSON lines", "nlohmann", megabytes(lines.size()), [&] { return read_records(jsonl); },
      [&] { return read_plain_json(jsonl); });
  const std::string rows = csv_rows();
  const std::string csv = write("in.csv", rows);
  compare(
      "read CSV", "libcsv", megabytes(rows.size()), [&] { return read_records(csv); },
      [&] { return read_plain_csv(csv); });
  const std::size_t line = assay::to_json_line(some_result(), "assay/1:0123456789abcdef").size();
  compare("write results", "nlohmann", megabytes(line * kRecords), write_lines, write_plain);
  std::filesystem::remove_all(folder);
  return 0;
}
