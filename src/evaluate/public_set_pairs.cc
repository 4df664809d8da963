// Sets of pairs of texts in JSON: Dialogue NLI and SummaC.

#include <fmt/format.h>

#include <initializer_list>
#include <string>

#include "evaluate/public_set_writer.h"

namespace assay::evaluate {
namespace {

// The words of other sets for the same things.
SetJson dnli_label(const std::string& label) {
  if (label == "positive") return "entailment";
  return label == "negative" ? "contradiction" : label;
}

// The members of `names`, where the item has them.
void copy_members(const SetJson& item, std::initializer_list<const char*> names, SetJson& record) {
  for (const char* name : names) {
    if (item.contains(name)) record[name] = item[name];
  }
}

Result<void> add_summac_item(PreparedSet& set, const SetJson& item, const std::string& dataset,
                             const std::string& path, std::size_t index) {
  const auto document = text_member(item, "document", path, index);
  if (!document) return tl::unexpected(document.error());
  const auto claim = text_member(item, "claim", path, index);
  if (!claim) return tl::unexpected(claim.error());
  if (!item.contains("label")) return fail_at_item(path, index, "`label` is missing");
  const std::string name = text_or(item, "dataset", dataset);
  SetJson record = {{"id", fmt::format("{}-{}", name, set.n_records)},
                    {"response", *claim},
                    {"knowledge", *document},
                    {"label", item["label"]},
                    {"dataset", name}};
  if (item.contains("model_name")) record["system"] = item["model_name"];
  copy_members(item, {"cut", "annotations", "origin", "error_type"}, record);
  add_record(set, record);
  return {};
}

}  // namespace

// The first sentence of a pair is the premise.
Result<PreparedSet> prepare_dnli(const SetFiles& files) {
  const auto pairs = read_json_items(files.file);
  if (!pairs) return tl::unexpected(pairs.error());
  PreparedSet set;
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    const SetJson& pair = (*pairs)[i];
    const auto premise = text_member(pair, "sentence1", files.file, i);
    if (!premise) return tl::unexpected(premise.error());
    const auto hypothesis = text_member(pair, "sentence2", files.file, i);
    if (!hypothesis) return tl::unexpected(hypothesis.error());
    const auto label = text_member(pair, "label", files.file, i);
    if (!label) return tl::unexpected(label.error());
    SetJson record = {{"id", text_or(pair, "id", std::to_string(i))},
                      {"response", *hypothesis},
                      {"knowledge", *premise},
                      {"label", dnli_label(*label)}};
    copy_members(pair, {"dtype", "triple1", "triple2"}, record);
    add_record(set, record);
  }
  return set;
}

// Items, or the benchmark's list of data sets of them: [{"name", "dataset": [items]}].
Result<PreparedSet> prepare_summac(const SetFiles& files) {
  const auto items = read_json_items(files.file);
  if (!items) return tl::unexpected(items.error());
  const std::string stem = stem_of(files.file);
  PreparedSet set;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const SetJson& item = (*items)[i];
    const bool is_dataset =
        item.is_object() && item.contains("dataset") && item["dataset"].is_array();
    const SetJson one = SetJson::array({item});
    const std::string name = is_dataset ? text_or(item, "name", stem) : stem;
    for (const SetJson& pair : is_dataset ? item["dataset"] : one) {
      if (auto good = add_summac_item(set, pair, name, files.file, i); !good)
        return tl::unexpected(good.error());
    }
  }
  return set;
}

}  // namespace assay::evaluate
