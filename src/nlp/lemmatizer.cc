#include "nlp/lemmatizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "nlp/json_values.h"
#include "nlp/msgpack_reader.h"
#include "nlp/python_text.h"
#include "nlp/string_hash.h"

namespace assay::nlp {
namespace {

using nlohmann::json;

// Whether a word is its own lemma because of what it is, whatever its ending.
bool is_base_form(std::string_view pos, const MorphFeatures& morph) {
  if (pos == "noun" && morph.number == "Sing") return true;
  if (pos == "verb" && morph.verb_form == "Fin" && morph.tense == "Pres" && morph.number.empty()) {
    return true;
  }
  return morph.verb_form == "Inf" || morph.verb_form == "None" || morph.degree == "Pos";
}

bool contains(const std::vector<std::string>& forms, const std::string& form) {
  return std::ranges::find(forms, form) != forms.end();
}

tl::unexpected<Error> corrupt(std::string_view table) {
  return fail(ErrorCode::kCorrupt, fmt::format("lemmatizer: table `{}` is damaged", table));
}

bool is_text_list(const json& list) {
  return list.is_array() && std::ranges::all_of(list, [](const json& x) { return x.is_string(); });
}

}  // namespace

std::string Lemmatizer::lemma(const TokenAnalysis& token) const {
  static const MorphFeatures kNoFeatures;
  const std::string& lower = token.lexeme->lower;
  const std::string pos = python::lower(token.pos);
  if (pos.empty() || pos == "eol" || pos == "space") return lower;
  if (is_base_form(pos, token.morph != nullptr ? *token.morph : kNoFeatures)) return lower;
  const auto tables = tables_.find(string_hash(pos));
  if (tables == tables_.end() || tables->second.empty()) {
    return pos == "propn" ? std::string(token.text) : lower;
  }
  return by_rules(tables->second, token.text, lower);
}

std::string Lemmatizer::by_rules(const Tables& tables, std::string_view text,
                                 const std::string& lower) {
  // Known forms, the one of the last rule first, then forms that are no plain words.
  std::vector<std::string> known;
  std::vector<std::string> odd;
  std::vector<std::string> unknown;
  for (const auto& [ending, replacement] : tables.rules) {
    if (!lower.ends_with(ending)) continue;
    std::string form = lower.substr(0, lower.size() - ending.size()) + replacement;
    if (form.empty()) continue;
    if (tables.index.contains(form)) {
      known.insert(known.begin(), std::move(form));
    } else {
      (python::is_alpha_text(form) ? unknown : odd).push_back(std::move(form));
    }
  }
  std::vector<std::string> forms = std::move(known);
  forms.insert(forms.end(), odd.begin(), odd.end());
  const auto exceptions = tables.exceptions.find(lower);
  if (exceptions != tables.exceptions.end()) {
    for (const std::string& form : exceptions->second) {
      if (!contains(forms, form)) forms.insert(forms.begin(), form);
    }
  }
  if (!forms.empty()) return forms.front();
  return unknown.empty() ? std::string(text) : unknown.front();
}

// Has a name so that the lemmatizer can let it in.
class LemmatizerLoader {
 public:
  static Result<Lemmatizer> load(const json& file) {
    Lemmatizer lemmatizer;
    if (!file.is_object() || !file.contains("lemma_rules")) {
      return fail(ErrorCode::kCorrupt, "lemmatizer: table `lemma_rules` is missing");
    }
    for (const auto& [name, read] :
         {std::pair{"lemma_rules", &read_rules}, std::pair{"lemma_exc", &read_exceptions},
          std::pair{"lemma_index", &read_index}}) {
      const json table = file.value(name, json::object());
      for (const auto& [key, rows] : table.items()) {
        std::uint64_t pos = 0;
        const auto parsed = std::from_chars(key.data(), key.data() + key.size(), pos);
        if (parsed.ec != std::errc{} || !read(rows, lemmatizer.tables_[pos])) {
          return corrupt(name);
        }
      }
    }
    return lemmatizer;
  }

 private:
  using Tables = Lemmatizer::Tables;

  static bool read_rules(const json& rows, Tables& tables) {
    for (const json& row : rows) {
      if (!is_text_list(row) || row.size() != 2) return false;
      tables.rules.emplace_back(row[0].get<std::string>(), row[1].get<std::string>());
    }
    return true;
  }

  static bool read_exceptions(const json& rows, Tables& tables) {
    if (!rows.is_object()) return false;
    for (const auto& [word, lemmas] : rows.items()) {
      if (!is_text_list(lemmas)) return false;
      tables.exceptions.emplace(word, lemmas.get<std::vector<std::string>>());
    }
    return true;
  }

  static bool read_index(const json& rows, Tables& tables) {
    if (!is_text_list(rows)) return false;
    for (const json& word : rows) tables.index.insert(word.get<std::string>());
    return true;
  }
};

Result<Lemmatizer> Lemmatizer::from_msgpack(std::string_view bytes) {
  auto file = parse_msgpack_values(bytes);
  if (!file) return tl::unexpected(file.error());
  return LemmatizerLoader::load(*file);
}

Result<Lemmatizer> Lemmatizer::load(const std::filesystem::path& folder) {
  const auto file = folder / "lookups" / "lookups.bin";
  auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  auto lemmatizer = from_msgpack(*bytes);
  if (!lemmatizer) lemmatizer.error().file = file.string();
  return lemmatizer;
}

}  // namespace assay::nlp
