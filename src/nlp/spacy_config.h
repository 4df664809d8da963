#pragma once
// The config.cfg of a spaCy pipeline: sections of `key = JSON value` lines.
//
//   auto config = SpacyConfig::load(folder / "config.cfg");
//   const nlohmann::json* width = config->find("components.tok2vec.model.encode", "width");
//
// A value that is one whole reference, "${section:key}" or "${section.key}", is replaced by what it
// refers to. Immutable after parsing; thread-safe. Fails with kNotFound or kCorrupt.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::nlp {

class SpacyConfig {
 public:
  static Result<SpacyConfig> load(const std::filesystem::path& file);
  static Result<SpacyConfig> parse(std::string_view text);

  bool has_section(std::string_view section) const { return sections_.contains(section); }

  // Null when the section or the key is missing.
  const nlohmann::json* find(std::string_view section, std::string_view key) const;

  // Fail with kCorrupt, naming section and key, when the value is missing or of another type.
  Result<std::string> string(std::string_view section, std::string_view key) const;
  Result<std::size_t> size(std::string_view section, std::string_view key) const;
  Result<bool> boolean(std::string_view section, std::string_view key) const;
  Result<std::vector<std::string>> strings(std::string_view section, std::string_view key) const;

 private:
  using Section = std::map<std::string, nlohmann::json, std::less<>>;
  std::map<std::string, Section, std::less<>> sections_;

  Result<void> add_line(std::string_view line, std::string& section, std::size_t number);
  void resolve_references();
  const nlohmann::json* target_of(const std::string& reference) const;
};

}  // namespace assay::nlp
