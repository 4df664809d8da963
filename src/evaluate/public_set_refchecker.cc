// RefChecker: answers with their claims, and in another file what they were to be true to.

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

#include "evaluate/public_set_writer.h"

namespace assay::evaluate {
namespace {

struct Reference {
  std::string question;
  SetJson passages;
};

using References = std::map<std::string, Reference>;

Result<References> read_references(const std::string& path) {
  const auto items = read_json_list(path);
  if (!items) return tl::unexpected(items.error());
  References references;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const SetJson& item = (*items)[i];
    const auto id = text_member(item, "id", path, i);
    if (!id) return tl::unexpected(id.error());
    const auto question = text_member(item, "question", path, i);
    if (!question) return tl::unexpected(question.error());
    if (!item.contains("context") || !item["context"].is_array())
      return fail_at_item(path, i, "`context` is missing or no list");
    for (const SetJson& passage : item["context"]) {
      if (!passage.is_string())
        return fail_at_item(path, i, "`context` holds something else than texts");
    }
    references[*id] = {*question, item["context"]};
  }
  return references;
}

// The claims of an answer are under a key that names what found them: "claude2_response_kg".
const SetJson* find_claims(const SetJson& answer, std::string& extractor) {
  constexpr std::string_view kEnding = "_response_kg";
  for (const auto& [name, value] : answer.items()) {
    if (!name.ends_with(kEnding) || !value.is_array()) continue;
    extractor = name.substr(0, name.size() - kEnding.size());
    return &value;
  }
  return nullptr;
}

Result<std::string> claim_text(const SetJson& claim, const std::string& path, std::size_t index) {
  if (!claim.is_object() || !claim.contains("triplet") || !claim["triplet"].is_array())
    return fail_at_item(path, index, "a claim has no `triplet`");
  std::string text;
  for (const SetJson& part : claim["triplet"]) {
    if (!part.is_string())
      return fail_at_item(path, index, "a triplet holds something else than texts");
    text += (text.empty() ? "" : " ") + part.get<std::string>();
  }
  return text;
}

// Who answered stands in the file's name alone: "dolly_chatgpt_answers".
std::string system_of(std::string stem) {
  constexpr std::string_view kEnding = "_answers";
  if (!stem.ends_with(kEnding)) return stem;
  stem.resize(stem.size() - kEnding.size());
  return stem.substr(stem.find('_') + 1);
}

// Absent without a file of references.
Result<std::optional<References>> references_of(const SetFiles& files) {
  if (!files.references) return std::optional<References>();
  auto references = read_references(*files.references);
  if (!references) return tl::unexpected(references.error());
  return std::optional(*std::move(references));
}

// What the records of an answer's claims have in common.
struct AnswerParts {
  std::string context;
  std::string system;
  SetJson knowledge = SetJson::object();
  std::string extractor = {};
};

void add_claim(PreparedSet& set, const AnswerParts& answer, const SetJson& claim,
               const std::string& text, std::size_t number) {
  SetJson record = {{"id", fmt::format("{}-{}-{}", answer.context, answer.system, number)},
                    {"response", text}};
  record.update(answer.knowledge);
  record["label"] = claim.value("human_label", SetJson());
  record["triplet"] = claim["triplet"];
  record["system"] = answer.system;
  record["extractor"] = answer.extractor;
  record["context"] = answer.context;
  add_record(set, record);
}

Result<void> add_answer(PreparedSet& set, const SetJson& answer, const std::string& system,
                        const std::optional<References>& references, const SetFiles& files,
                        std::size_t index) {
  const auto id = text_member(answer, "id", files.file, index);
  if (!id) return tl::unexpected(id.error());
  AnswerParts parts{.context = *id, .system = system};
  const SetJson* claims = find_claims(answer, parts.extractor);
  if (claims == nullptr) return fail_at_item(files.file, index, "there is no `NAME_response_kg`");
  if (references) {
    const auto found = references->find(*id);
    if (found == references->end())
      return fail_at_item(files.file, index,
                          fmt::format("`{}` is not in {}", *id, *files.references));
    parts.knowledge = {{"knowledge", found->second.passages},
                       {"history", SetJson::array({found->second.question})}};
  }
  std::size_t number = 0;
  for (const SetJson& claim : *claims) {
    const auto text = claim_text(claim, files.file, index);
    if (!text) return tl::unexpected(text.error());
    add_claim(set, parts, claim, *text, number++);
  }
  return {};
}

}  // namespace

Result<PreparedSet> prepare_refchecker(const SetFiles& files) {
  const auto answers = read_json_list(files.file);
  if (!answers) return tl::unexpected(answers.error());
  const auto references = references_of(files);
  if (!references) return tl::unexpected(references.error());
  const std::string system = system_of(stem_of(files.file));
  PreparedSet set;
  for (std::size_t i = 0; i < answers->size(); ++i) {
    if (auto good = add_answer(set, (*answers)[i], system, *references, files, i); !good)
      return tl::unexpected(good.error());
  }
  if (!*references)
    set.notes = {"the records have no knowledge: --references FILE names the set's file of it"};
  return set;
}

}  // namespace assay::evaluate
