// Sets of dialogues that are JSON lists: USR, FineDialFact.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/public_set_writer.h"

namespace assay::evaluate {
namespace {

std::string trimmed(std::string text) {
  const std::size_t last = text.find_last_not_of(" \r\n\t");
  text.resize(last == std::string::npos ? 0 : last + 1);
  text.erase(0, text.find_first_not_of(" \r\n\t"));
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    if (end > from) lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

// What USR writes where a response was to be made without knowledge.
bool is_no_fact(const std::string& fact) {
  return fact.empty() || fact == "_nofact";
}

constexpr char kOriginal[] = "Original Ground Truth";
constexpr std::array<std::pair<const char*, const char*>, 6> kRatings = {
    {{"uses_knowledge", "Uses Knowledge"},
     {"understandable", "Understandable"},
     {"natural", "Natural"},
     {"maintains_context", "Maintains Context"},
     {"engaging", "Engaging"},
     {"overall", "Overall"}}};

Result<void> add_usr_response(PreparedSet& set, const SetJson& response, const SetJson& context,
                              const std::string& path, std::size_t index, std::size_t number) {
  const auto text = text_member(response, "response", path, index);
  if (!text) return tl::unexpected(text.error());
  const auto model = text_member(response, "model", path, index);
  if (!model) return tl::unexpected(model.error());
  SetJson record = {{"id", fmt::format("{}-{}", index, number)},
                    {"response", trimmed(*text)},
                    {"knowledge", lines_of(context["fact"].get<std::string>())},
                    {"history", lines_of(context["context"].get<std::string>())},
                    {"label", response.value("Uses Knowledge", SetJson())},
                    {"system", *model},
                    {"context", std::to_string(index)}};
  for (const auto& [name, source] : kRatings) {
    if (!response.contains(source))
      return fail_at_item(path, index, fmt::format("a response has no `{}`", source));
    record[name] = response[source];
  }
  add_record(set, record);
  return {};
}

}  // namespace

// Without contexts that have no knowledge, and without the response that stood in the dialogue.
Result<PreparedSet> prepare_usr(const SetFiles& files) {
  const std::string& path = files.file;
  const auto contexts = read_json_list(path);
  if (!contexts) return tl::unexpected(contexts.error());
  PreparedSet set;
  std::size_t without = 0;
  std::size_t original = 0;
  for (std::size_t i = 0; i < contexts->size(); ++i) {
    const SetJson& context = (*contexts)[i];
    const auto fact = text_member(context, "fact", path, i);
    if (!fact) return tl::unexpected(fact.error());
    if (auto has = text_member(context, "context", path, i); !has)
      return tl::unexpected(has.error());
    if (!context.contains("responses") || !context["responses"].is_array())
      return fail_at_item(path, i, "`responses` is missing or no list");
    if (is_no_fact(trimmed(*fact))) {
      ++without;
      continue;
    }
    std::size_t number = 0;
    for (const SetJson& response : context["responses"]) {
      const bool is_original = text_or(response, "model", "") == kOriginal;
      original += is_original;
      if (!is_original) {
        if (auto good = add_usr_response(set, response, context, path, i, number); !good)
          return tl::unexpected(good.error());
      }
      ++number;
    }
  }
  set.notes = {fmt::format("{} contexts without knowledge are left out", without),
               fmt::format("{} responses that stood in the dialogue are left out", original)};
  return set;
}

Result<PreparedSet> prepare_finedialfact(const SetFiles& files) {
  const std::string& path = files.file;
  const auto facts = read_json_list(path);
  if (!facts) return tl::unexpected(facts.error());
  PreparedSet set;
  for (std::size_t i = 0; i < facts->size(); ++i) {
    const SetJson& fact = (*facts)[i];
    const auto text = text_member(fact, "atomic_fact", path, i);
    if (!text) return tl::unexpected(text.error());
    const auto dialogue = text_member(fact, "dialogue", path, i);
    if (!dialogue) return tl::unexpected(dialogue.error());
    if (!fact.contains("evidence") || !fact["evidence"].is_array())
      return fail_at_item(path, i, "`evidence` is missing or no list");
    SetJson knowledge = SetJson::array();
    for (const SetJson& passage : fact["evidence"]) {
      const auto of_passage = text_member(passage, "text", path, i);
      if (!of_passage) return tl::unexpected(of_passage.error());
      knowledge.push_back({{"id", text_or(passage, "id", "")},
                           {"title", text_or(passage, "title", "")},
                           {"text", trimmed(*of_passage)}});
    }
    add_record(set, {{"id", text_or(fact, "id", std::to_string(i))},
                     {"response", trimmed(*text)},
                     {"knowledge", knowledge},
                     {"history", lines_of(*dialogue)},
                     {"label", fact.value("factualLabel", SetJson())},
                     {"system", fact.value("type", SetJson())},
                     {"verifiable", fact.value("isFactualClaim", SetJson())}});
  }
  return set;
}

}  // namespace assay::evaluate
