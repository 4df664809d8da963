#include "assay/public_sets.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/parse_json.h"
#include "evaluate/public_set_writer.h"

namespace assay::evaluate {
namespace {

struct KnownSet {
  PublicSet set;
  Result<PreparedSet> (*prepare)(const std::string& path);
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
      {{"refchecker", "RefChecker: claims as triplets, without their references; JSON"},
       prepare_refchecker}};
  return sets;
}

}  // namespace

void add_record(PreparedSet& set, const SetJson& record) {
  set.jsonl += record.dump(-1, ' ', false, SetJson::error_handler_t::replace) + "\n";
  ++set.n_records;
}

tl::unexpected<Error> fail_at_item(const std::string& path, std::size_t index,
                                   const std::string& what) {
  Error error;
  error.code = ErrorCode::kInvalidInput;
  error.file = path;
  error.message = fmt::format("item {}: {}", index + 1, what);
  error.hint = "the layouts of the sets are in docs/evaluate.md";
  return tl::unexpected(std::move(error));
}

Result<SetJson> read_json_list(const std::string& path) {
  const auto text = base::read_file(path);
  if (!text) return tl::unexpected(text.error());
  auto json = base::parse_json<SetJson>(*text);
  if (json.is_array()) return json;
  Error error;
  error.code = ErrorCode::kInvalidInput;
  error.file = path;
  error.message = "is not one JSON list";
  error.hint = "the layouts of the sets are in docs/evaluate.md";
  return tl::unexpected(std::move(error));
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

Result<PreparedSet> prepare_set(const std::string& name, const std::string& path) {
  for (const KnownSet& known : known_sets()) {
    if (known.set.name == name) return known.prepare(path);
  }
  return fail(ErrorCode::kInvalidOption, fmt::format("no set is called `{}`", name));
}

}  // namespace assay::evaluate
