#include "assay/score_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "engine/errors.h"
#include "engine/input_format.h"
#include "engine/line_reader.h"
#include "evaluate/item_match.h"
#include "evaluate/json_rows.h"
#include "evaluate/named_rows.h"
#include "evaluate/result_table.h"
#include "evaluate/score_cell.h"

namespace assay::evaluate {
namespace {

constexpr char kFileText[] = "file";

// What is read of one file.
struct Request {
  std::vector<std::string> scores = {};
  std::vector<WantedText> texts = {};
  bool all_scores = true;    // each of them must be there; else what is not there is left out
  bool needs_scores = true;  // false: a file of records
};

Result<ScoreTable> read_results(std::optional<JsonRow> row, JsonRows rows, const Request& request) {
  ResultTable table(rows.file(), request.scores, request.texts, request.all_scores);
  while (row) {
    if (auto added = table.add(row->text, row->line); !added) return tl::unexpected(added.error());
    auto next = rows.next();
    if (!next) return tl::unexpected(next.error());
    row = *next;
  }
  return table.finish();
}

std::vector<std::string> wanted_names(const Request& request, const std::string& id) {
  std::vector<std::string> names = {id};
  names.insert(names.end(), request.scores.begin(), request.scores.end());
  for (const WantedText& text : request.texts) names.push_back(text.name);
  return names;
}

Result<void> check_score_columns(const NamedRows& rows, const Request& request) {
  for (std::size_t i = 0; request.all_scores && i < request.scores.size(); ++i) {
    if (!rows.has(1 + i)) return tl::unexpected(missing_column(rows, request.scores[i]));
  }
  return {};
}

Result<void> check_text_columns(const NamedRows& rows, const Request& request) {
  for (std::size_t i = 0; i < request.texts.size(); ++i) {
    const auto& [name, required] = request.texts[i];
    if (!required || name == kFileText || rows.has(1 + request.scores.size() + i)) continue;
    return tl::unexpected(missing_column(rows, name));
  }
  return {};
}

// Leaves out the columns that the file does not have.
void drop_missing_scores(ScoreTable& table, const NamedRows& rows, const Request& request) {
  std::vector<ScoreColumn> there;
  for (std::size_t i = 0; i < request.scores.size(); ++i) {
    if (rows.has(1 + i)) there.push_back(std::move(table.scores[i]));
  }
  table.scores = std::move(there);
}

Result<void> add_row(ScoreTable& table, NamedRow row, const NamedRows& rows, EmptyScores empty) {
  table.places.push_back({0, row.line});
  const auto& id = row.cells[0];
  table.ids.push_back(id && !id->empty() ? *id : fmt::format("line-{}", row.line));
  for (std::size_t i = 0; i < table.scores.size(); ++i) {
    auto score = rows.has(1 + i) ? parse_score(row.cells[1 + i], empty)
                                 : Result<Score>(Score(tl::unexpect, NoScore::kAbsent));
    if (!score) {
      return tl::unexpected(table.error_at(table.size() - 1, table.scores[i].name,
                                           score.error().message, score.error().hint));
    }
    table.scores[i].values.push_back(*score);
  }
  for (std::size_t i = 0; i < table.texts.size(); ++i) {
    auto& cell = row.cells[1 + table.scores.size() + i];
    if (cell && cell->empty()) cell.reset();
    table.texts[i].values.push_back(std::move(cell));
  }
  return {};
}

// Only results say which of their numbers are scores.
Result<void> check_names_scores(const NamedRows& rows, const Request& request) {
  if (!request.needs_scores || !request.scores.empty() || rows.names().empty()) return {};
  return engine::fail_in_file(ErrorCode::kInvalidOption, rows.file(),
                              "is no result file, so the columns of the scores must be named",
                              "say --score COLUMN; " + shown_columns(rows));
}

Result<ScoreTable> read_columns(NamedRows& rows, const Request& request, EmptyScores empty) {
  ScoreTable table;
  table.files.push_back(rows.file());
  for (const std::string& name : request.scores) table.scores.push_back({name, {}});
  for (const WantedText& text : request.texts) table.texts.push_back({text.name, {}});
  for (bool is_first = true;; is_first = false) {
    auto row = rows.next();
    if (!row) return tl::unexpected(row.error());
    if (is_first) {
      if (auto good = check_names_scores(rows, request); !good) return tl::unexpected(good.error());
    }
    // Of JSON lines the first one tells of a misspelt column before the cells are said to be empty.
    if (is_first && row->has_value()) {
      if (auto good = check_score_columns(rows, request); !good) {
        return tl::unexpected(good.error());
      }
    }
    if (!row->has_value()) break;
    if (auto added = add_row(table, std::move(**row), rows, empty); !added) {
      return tl::unexpected(added.error());
    }
  }
  if (table.size() == 0 && rows.names().empty()) return table;
  if (auto good = check_score_columns(rows, request); !good) return tl::unexpected(good.error());
  if (auto good = check_text_columns(rows, request); !good) return tl::unexpected(good.error());
  if (!request.all_scores) drop_missing_scores(table, rows, request);
  return table;
}

// Any kind of file; `request` says what of it.
Result<ScoreTable> read_file(const std::string& path, const Request& request,
                             const ScoreSource& source) {
  auto bytes = engine::ByteSource::open(path, source.interrupt);
  if (!bytes) return tl::unexpected(bytes.error());
  engine::LineReader lines(std::move(*bytes), source.max_row_bytes);
  const auto first = lines.first_character();
  if (!first) return tl::unexpected(first.error());
  const auto format = engine::resolve_format(path, source.format);
  // Result files often have names of their own; their first character tells.
  const bool may_be_results = *first == '{' && source.format == InputFormat::kAuto;
  if (!format && !may_be_results) return tl::unexpected(format.error());
  const auto names = wanted_names(request, source.id);
  if (format && *format != InputFormat::kJsonl && *first != '{') {
    auto rows =
        make_csv_rows(std::move(lines), *format, source.quoting, source.max_row_bytes, names);
    if (!rows) return tl::unexpected(rows.error());
    return read_columns(**rows, request, source.empty);
  }
  if (*first == '[') {
    return engine::fail_in_file(ErrorCode::kInvalidInput, lines.source().name(),
                                "is one JSON list, not one JSON object a line",
                                "`jq -c '.[]'` writes the items of a list one a line");
  }
  JsonRows rows(std::move(lines));
  const auto row = rows.next();
  if (!row) return tl::unexpected(row.error());
  if (row->has_value() && is_result_line((*row)->text)) {
    return read_results(**row, std::move(rows), request);
  }
  const auto columns = make_json_columns(*row, std::move(rows), names);
  return read_columns(*columns, request, source.empty);
}

std::string stem_of(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).stem().string();
}

void fill_file_texts(ScoreTable& table, const std::string& path) {
  for (TextColumn& text : table.texts) {
    if (text.name != kFileText) continue;
    const bool is_absent = std::none_of(text.values.begin(), text.values.end(),
                                        [](const auto& value) { return value.has_value(); });
    if (is_absent) text.values.assign(table.size(), stem_of(path));
  }
}

// Puts the items of `part` behind those of `table`; both have the texts that were wanted.
Result<void> append(ScoreTable& table, ScoreTable part) {
  if (table.files.empty()) {
    table = std::move(part);
    return {};
  }
  const auto same = [](const ScoreColumn& a, const ScoreColumn& b) { return a.name == b.name; };
  if (!std::equal(table.scores.begin(), table.scores.end(), part.scores.begin(), part.scores.end(),
                  same)) {
    return engine::fail_in_file(
        ErrorCode::kInvalidInput, part.files.front(),
        fmt::format("has not the same scores as {}", table.files.front()),
        "--join FILE sets other scores of the same items beside them; --score NAME chooses scores");
  }
  for (Place& place : part.places) place.file += table.files.size();
  const auto move_behind = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  move_behind(table.files, part.files);
  move_behind(table.ids, part.ids);
  move_behind(table.places, part.places);
  move_behind(table.warnings, part.warnings);
  for (std::size_t i = 0; i < table.scores.size(); ++i)
    move_behind(table.scores[i].values, part.scores[i].values);
  for (std::size_t i = 0; i < table.texts.size(); ++i)
    move_behind(table.texts[i].values, part.texts[i].values);
  return {};
}

// "FILE" or "NAME=FILE".
struct Joined {
  std::string path;
  std::string prefix;  // "NAME:"
};

Joined parse_joined(const std::string& joined) {
  const std::size_t equals = joined.find('=');
  if (equals == std::string::npos || std::filesystem::exists(joined)) return {joined, ""};
  return {joined.substr(equals + 1), joined.substr(0, equals) + ":"};
}

// Of the scores that were asked for, those that can be in the joined file, by their names there.
std::vector<std::string> names_there(const std::vector<std::string>& scores,
                                     const std::string& prefix) {
  std::vector<std::string> names;
  for (const std::string& name : scores) {
    if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
  }
  return names;
}

Result<void> join(ScoreTable& table, const std::string& text, const ScoreSource& source) {
  const auto [path, prefix] = parse_joined(text);
  const Request request{
      .scores = names_there(source.scores, prefix), .texts = {}, .all_scores = false};
  if (request.scores.empty() && !source.scores.empty()) return {};
  auto part = read_file(path, request, source);
  if (!part) return tl::unexpected(part.error());
  const auto items = match_items(table, *part);
  if (!items) return tl::unexpected(items.error());
  for (const ScoreColumn& column : part->scores) {
    ScoreColumn matched{prefix + column.name, {}};
    if (table.find_score(matched.name) != nullptr) {
      return engine::fail_in_file(ErrorCode::kInvalidInput, path,
                                  fmt::format("the scores of `{}` are there already", matched.name),
                                  "--join NAME=FILE puts NAME: before the names of its scores");
    }
    for (const std::size_t item : *items) matched.values.push_back(column.values[item]);
    table.scores.push_back(std::move(matched));
  }
  table.warnings.insert(table.warnings.end(), part->warnings.begin(), part->warnings.end());
  return {};
}

// The scores in the order in which they were asked for; fails when one was in no file.
Result<void> arrange_scores(ScoreTable& table, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return {};
  std::vector<ScoreColumn> arranged;
  for (const std::string& name : wanted) {
    const ScoreColumn* column = table.find_score(name);
    if (column == nullptr) {
      return fail(ErrorCode::kInvalidInput, fmt::format("no file has the score `{}`", name),
                  "neither the input nor the joined files; `q2` and `q2.q2-f1` name scores of "
                  "results, NAME:q2 those of --join NAME=FILE");
    }
    arranged.push_back(*column);
  }
  table.scores = std::move(arranged);
  return {};
}

Result<void> join_records(ScoreTable& table, const ScoreSource& source) {
  Request request{.scores = {}, .texts = {}, .needs_scores = false};
  for (const WantedText& text : source.texts) {
    if (text.name != kFileText) request.texts.push_back(text);
  }
  auto records = read_file(source.records, request, source);
  if (!records) return tl::unexpected(records.error());
  const auto items = match_items(table, *records);
  if (!items) return tl::unexpected(items.error());
  for (TextColumn& text : table.texts) {
    const TextColumn* read = records->find_text(text.name);
    if (read == nullptr) continue;
    for (std::size_t i = 0; i < items->size(); ++i) text.values[i] = read->values[(*items)[i]];
  }
  return {};
}

std::vector<std::string> all_paths(const ScoreSource& source) {
  std::vector<std::string> paths = source.inputs;
  for (const std::string& joined : source.joined) paths.push_back(parse_joined(joined).path);
  paths.push_back(source.records);
  return paths;
}

Result<void> check_source(const ScoreSource& source) {
  if (source.inputs.empty()) {
    return fail(ErrorCode::kInvalidOption, "there is no file of scores");
  }
  for (std::size_t i = 0; i < source.scores.size(); ++i) {
    const auto& names = source.scores;
    if (std::find(names.begin() + static_cast<std::ptrdiff_t>(i) + 1, names.end(), names[i]) ==
        names.end())
      continue;
    return fail(ErrorCode::kInvalidOption, fmt::format("the score `{}` is named twice", names[i]));
  }
  const auto paths = all_paths(source);
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    return fail(ErrorCode::kInvalidOption, "standard input can be read only once",
                "give files for all but one of the inputs");
  }
  return {};
}

}  // namespace

const char* to_string(NoScore reason) {
  switch (reason) {
    case NoScore::kNoClaims:
      return "no_claims";
    case NoScore::kNoEvidence:
      return "no_evidence";
    case NoScore::kFailed:
      return "failed";
    case NoScore::kAbsent:
      return "absent";
    case NoScore::kNotFinite:
      return "not_finite";
  }
  return "absent";
}

const ScoreColumn* ScoreTable::find_score(std::string_view name) const {
  const auto found = std::find_if(scores.begin(), scores.end(),
                                  [&](const ScoreColumn& column) { return column.name == name; });
  return found == scores.end() ? nullptr : &*found;
}

const TextColumn* ScoreTable::find_text(std::string_view name) const {
  const auto found = std::find_if(texts.begin(), texts.end(),
                                  [&](const TextColumn& column) { return column.name == name; });
  return found == texts.end() ? nullptr : &*found;
}

Error ScoreTable::error_at(std::size_t item, std::string column, std::string message,
                           std::string hint) const {
  Error error = engine::invalid_input(std::move(message), std::move(hint));
  error.file = files[places[item].file];
  error.line = places[item].line;
  error.field = std::move(column);
  return error;
}

void ScoreSource::want_text(const std::string& name) {
  const auto same = [&](const WantedText& wanted) { return wanted.name == name; };
  if (!name.empty() && std::none_of(texts.begin(), texts.end(), same)) texts.push_back({name});
}

Result<ScoreTable> read_scores(const ScoreSource& source) {
  if (auto good = check_source(source); !good) return tl::unexpected(good.error());
  Request request{.scores = source.scores,
                  .texts = source.texts,
                  .all_scores = source.joined.empty(),
                  .needs_scores = source.needs_scores};
  if (!source.records.empty()) {
    for (WantedText& text : request.texts) text.required = false;
  }
  ScoreTable table;
  for (const std::string& input : source.inputs) {
    auto part = read_file(input, request, source);
    if (!part) return tl::unexpected(part.error());
    fill_file_texts(*part, input);
    if (auto good = append(table, *std::move(part)); !good) return tl::unexpected(good.error());
  }
  for (const std::string& joined : source.joined) {
    if (auto good = join(table, joined, source); !good) return tl::unexpected(good.error());
  }
  if (!source.records.empty()) {
    if (auto good = join_records(table, source); !good) return tl::unexpected(good.error());
  }
  if (auto good = arrange_scores(table, source.scores); !good) return tl::unexpected(good.error());
  return table;
}

}  // namespace assay::evaluate
