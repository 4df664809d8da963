// The sets that are tables: WoW and TRUE (CSV), BEGIN (TSV).

#include <fmt/format.h>

#include "engine/byte_source.h"
#include "evaluate/named_rows.h"
#include "evaluate/public_set_writer.h"

namespace assay::evaluate {
namespace {

// Calls add(cells, row number) for every row; the columns must all be there, but for the last
// n_optional.
template <typename Add>
Result<void> for_each_row(const std::string& path, InputFormat format, Quoting quoting,
                          const std::vector<std::string>& columns, Add&& add,
                          std::size_t n_optional = 0) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  auto bytes = engine::ByteSource::open(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto rows = make_csv_rows(engine::LineReader(std::move(*bytes), kMostBytes), format,
                                  quoting, kMostBytes, columns);
  if (!rows) return tl::unexpected(rows.error());
  for (std::size_t i = 0; i + n_optional < columns.size(); ++i) {
    if (!(*rows)->has(i)) return tl::unexpected(missing_column(**rows, columns[i]));
  }
  for (std::size_t number = 0;; ++number) {
    const auto row = (*rows)->next();
    if (!row) return tl::unexpected(row.error());
    if (!row->has_value()) return {};
    add((*row)->cells, number);
  }
}

// The set says 1 of what contradicts the knowledge or is not in it; here 1 would mean grounded.
std::string wow_label(const std::string& cell) {
  if (cell == "0") return "consistent";
  return cell == "1" ? "inconsistent" : cell;
}

}  // namespace

// Two records a row, one for each system.
Result<PreparedSet> prepare_wow(const SetFiles& files) {
  enum : std::size_t { kEpisode, kRound, kTopic, kMessage, kKnowledge, kGold, kSystems };
  std::vector<std::string> columns = {"episode_idx", "round",     "topic",
                                      "message",     "knowledge", "gold"};
  const std::vector<std::string> systems = {"dodeca", "memnet"};
  for (const std::string& system : systems) {
    columns.push_back(system + "_response");
    columns.push_back(system + "_label");
  }
  PreparedSet set;
  const auto read =
      for_each_row(files.file, InputFormat::kCsv, Quoting::kCsv, columns,
                   [&](const auto& cells, std::size_t number) {
                     for (std::size_t i = 0; i < systems.size(); ++i) {
                       add_record(set, {{"id", fmt::format("{}-{}", number, systems[i])},
                                        {"response", *cells[kSystems + 2 * i]},
                                        {"knowledge", *cells[kKnowledge]},
                                        {"history", {*cells[kMessage]}},
                                        {"reference", *cells[kGold]},
                                        {"label", wow_label(*cells[kSystems + 2 * i + 1])},
                                        {"system", systems[i]},
                                        {"context", std::to_string(number)},
                                        {"dialogue", *cells[kEpisode]},
                                        {"round", *cells[kRound]},
                                        {"topic", *cells[kTopic]}});
                     }
                   });
  if (!read) return tl::unexpected(read.error());
  return set;
}

Result<PreparedSet> prepare_begin(const SetFiles& files) {
  enum : std::size_t { kModel, kSource, kKnowledge, kMessage, kResponse, kLabel };
  PreparedSet set;
  const auto read =
      for_each_row(files.file, InputFormat::kTsv, Quoting::kNone,
                   {"model_name", "data_source", "knowledge", "message", "response", "begin_label"},
                   [&](const auto& cells, std::size_t number) {
                     add_record(set, {{"id", fmt::format("{}-{}", *cells[kSource], number)},
                                      {"response", *cells[kResponse]},
                                      {"knowledge", *cells[kKnowledge]},
                                      {"history", {*cells[kMessage]}},
                                      {"label", *cells[kLabel]},
                                      {"system", *cells[kModel]},
                                      {"source", *cells[kSource]}});
                   });
  if (!read) return tl::unexpected(read.error());
  return set;
}

// "frank_valid_download.csv" holds the data set frank_valid.
Result<PreparedSet> prepare_true(const SetFiles& files) {
  enum : std::size_t { kGrounding, kText, kLabel, kModel };
  constexpr std::string_view kEnding = "_download";
  std::string dataset = stem_of(files.file);
  if (dataset.ends_with(kEnding)) dataset.resize(dataset.size() - kEnding.size());
  PreparedSet set;
  const auto read = for_each_row(
      files.file, InputFormat::kCsv, Quoting::kCsv,
      {"grounding", "generated_text", "label", "model"},
      [&](const auto& cells, std::size_t number) {
        SetJson record = {{"id", fmt::format("{}-{}", dataset, number)},
                          {"response", *cells[kText]},
                          {"knowledge", *cells[kGrounding]},
                          {"label", *cells[kLabel]},
                          {"dataset", dataset}};
        if (cells[kModel]) record["system"] = *cells[kModel];
        add_record(set, record);
      },
      1);
  if (!read) return tl::unexpected(read.error());
  return set;
}

}  // namespace assay::evaluate
