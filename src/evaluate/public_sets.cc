#include "assay/public_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/parse_json.h"
#include "evaluate/public_set_writer.h"

namespace assay::evaluate {
namespace {

struct KnownSet {
  PublicSet set;
  Result<PreparedSet> (*prepare)(const SetFiles& files);
  bool has_references = false;
};

const std::vector<KnownSet>& known_sets() {
  static const std::vector<KnownSet> sets = {
      {{"wow",
        "Wizard of Wikipedia responses of two systems, cross-annotated "
        "(Q²); CSV"},
       prepare_wow},
      {{"begin",
        "BEGIN: responses that are fully, not fully or not at all "
        "attributable; TSV"},
       prepare_begin},
      {{"usr", "USR: ratings of responses, by the protocol of the Q² paper; JSON"}, prepare_usr},
      {{"finedialfact", "FineDialFact: atomic facts with their evidence; JSON"},
       prepare_finedialfact},
      {{"refchecker", "RefChecker: claims as triplets, with the passages of --references; JSON"},
       prepare_refchecker,
       true},
      {{"dnli", "Dialogue NLI: pairs of sentences about a speaker; JSON"}, prepare_dnli},
      {{"summac", "SummaC: summaries and their documents, as its loader has them; JSON"},
       prepare_summac},
      {{"true", "TRUE: texts and their grounding, as its script downloads them; CSV"},
       prepare_true}};
  return sets;
}

tl::unexpected<Error> fail_in(const std::string& path, std::optional<std::uint64_t> line,
                              std::string what) {
  Error error;
  error.code = ErrorCode::kInvalidInput;
  error.file = path;
  error.line = line;
  error.message = std::move(what);
  error.hint = "the layouts of the sets are in docs/evaluate.md";
  return tl::unexpected(std::move(error));
}

}  // namespace

void add_record(PreparedSet& set, const SetJson& record) {
  set.jsonl += record.dump(-1, ' ', false, SetJson::error_handler_t::replace) + "\n";
  ++set.n_records;
}

tl::unexpected<Error> fail_at_item(const std::string& path, std::size_t index,
                                   const std::string& what) {
  return fail_in(path, std::nullopt, fmt::format("item {}: {}", index + 1, what));
}

std::string stem_of(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

Result<SetJson> read_json_list(const std::string& path) {
  const auto text = base::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto json = base::parse_json<SetJson>(*text);
  if (json.is_array()) return json;
  return fail_in(path, std::nullopt, "is not one JSON list");
}

Result<SetJson> read_json_items(const std::string& path) {
  const auto text = base::read_file(path);
  if (!text) return tl::unexpected(text.error());
  if (auto list = base::parse_json<SetJson>(*text); list.is_array()) return list;
  SetJson items = SetJson::array();
  std::uint64_t number = 0;
  for (std::size_t from = 0; from < text->size();) {
    const std::size_t end = std::min(text->find('\n', from), text->size());
    const auto line = std::string_view(*text).substr(from, end - from);
    from = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    auto item = base::parse_json<SetJson>(line);
    if (!item.is_object())
      return fail_in(path, number, "is no JSON object, and the file is not one JSON list");
    items.push_back(std::move(item));
  }
  return items;
}

Result<std::string> text_member(const SetJson& item, const char* name, const std::string& path,
                                std::size_t index) {
  if (item.is_object() && item.contains(name) && item[name].is_string())
    return item[name].get<std::string>();
  return fail_at_item(path, index, fmt::format("`{}` is missing or no text", name));
}

std::string text_or(const SetJson& item, const char* name, const std::string& otherwise) {
  if (!item.is_object() || !item.contains(name)) return otherwise;
  if (item[name].is_string()) return item[name].get<std::string>();
  return item[name].is_number() ? item[name].dump() : otherwise;
}

std::vector<PublicSet> list_public_sets() {
  std::vector<PublicSet> sets;
  for (const KnownSet& known : known_sets()) sets.push_back(known.set);
  return sets;
}

Result<PreparedSet> prepare_set(const std::string& name, const SetFiles& files) {
  for (const KnownSet& known : known_sets()) {
    if (known.set.name != name) continue;
    if (files.references && !known.has_references)
      return fail(ErrorCode::kInvalidOption, fmt::format("{} has no file of references", name));
    return known.prepare(files);
  }
  return fail(ErrorCode::kInvalidOption, fmt::format("no set is called `{}`", name));
}

}  // namespace assay::evaluate
