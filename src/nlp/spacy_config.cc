#include "nlp/spacy_config.h"

#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "base/parse_json.h"

namespace assay::nlp {
namespace {

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// spaCy writes JSON, but reads a value that is not JSON as the string that it looks like.
nlohmann::json parse_value(std::string_view text) {
  nlohmann::json value = base::parse_json(text);
  if (value.is_discarded()) value = std::string(text);
  return value;
}

bool is_reference(const nlohmann::json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.starts_with("${") && text.find('}') == text.size() - 1;
}

tl::unexpected<Error> corrupt_line(std::size_t number, std::string message) {
  auto failure = fail(ErrorCode::kCorrupt, std::move(message));
  failure.value().line = number;
  return failure;
}

tl::unexpected<Error> wrong_value(std::string_view section, std::string_view key,
                                  std::string_view wanted) {
  return fail(ErrorCode::kCorrupt,
              fmt::format("config.cfg: [{}] {} is missing or not {}", section, key, wanted));
}

}  // namespace

Result<SpacyConfig> SpacyConfig::load(const std::filesystem::path& file) {
  const auto text = base::read_file(file, "give the folder that spaCy's nlp.to_disk wrote");
  if (!text) return tl::unexpected(text.error());
  return parse(*text).map_error([&](Error error) {
    error.file = file.string();
    return error;
  });
}

Result<SpacyConfig> SpacyConfig::parse(std::string_view text) {
  SpacyConfig config;
  std::string section;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const auto added = config.add_line(text.substr(0, end), section, ++number);
    if (!added) return tl::unexpected(added.error());
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  config.resolve_references();
  return config;
}

Result<void> SpacyConfig::add_line(std::string_view line, std::string& section,
                                   std::size_t number) {
  line = trim(line);
  if (line.empty() || line.front() == '#' || line.front() == ';') return {};
  if (line.front() == '[') {
    if (line.back() != ']') return corrupt_line(number, "a section header lacks its `]`");
    section = line.substr(1, line.size() - 2);
    sections_[section];
    return {};
  }
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || section.empty()) {
    return corrupt_line(number, "a line is neither `[section]` nor `key = value`");
  }
  const std::string key(trim(line.substr(0, equals)));
  sections_[section][key] = parse_value(trim(line.substr(equals + 1)));
  return {};
}

const nlohmann::json* SpacyConfig::target_of(const std::string& reference) const {
  const std::string_view path = std::string_view(reference).substr(2, reference.size() - 3);
  std::size_t separator = path.find(':');
  if (separator == std::string_view::npos) separator = path.rfind('.');
  if (separator == std::string_view::npos) return nullptr;
  return find(path.substr(0, separator), path.substr(separator + 1));
}

// One pass replaces references by values; a chain of references needs as many passes as links.
void SpacyConfig::resolve_references() {
  constexpr int kLongestChain = 8;
  for (int pass = 0; pass < kLongestChain; ++pass) {
    for (auto& [name, section] : sections_) {
      for (auto& [key, value] : section) {
        if (!is_reference(value)) continue;
        const nlohmann::json* target = target_of(value.get<std::string>());
        if (target != nullptr && target != &value) value = nlohmann::json(*target);
      }
    }
  }
}

const nlohmann::json* SpacyConfig::find(std::string_view section, std::string_view key) const {
  const auto found_section = sections_.find(section);
  if (found_section == sections_.end()) return nullptr;
  const auto found = found_section->second.find(key);
  return found == found_section->second.end() ? nullptr : &found->second;
}

Result<std::string> SpacyConfig::string(std::string_view section, std::string_view key) const {
  const nlohmann::json* value = find(section, key);
  if (value == nullptr || !value->is_string()) return wrong_value(section, key, "a string");
  return value->get<std::string>();
}

Result<std::size_t> SpacyConfig::size(std::string_view section, std::string_view key) const {
  const nlohmann::json* value = find(section, key);
  if (value == nullptr || !value->is_number_unsigned()) {
    return wrong_value(section, key, "a whole number");
  }
  return value->get<std::size_t>();
}

Result<bool> SpacyConfig::boolean(std::string_view section, std::string_view key) const {
  const nlohmann::json* value = find(section, key);
  if (value == nullptr || !value->is_boolean()) return wrong_value(section, key, "true or false");
  return value->get<bool>();
}

Result<std::vector<std::string>> SpacyConfig::strings(std::string_view section,
                                                      std::string_view key) const {
  const nlohmann::json* value = find(section, key);
  if (value == nullptr || !value->is_array()) return wrong_value(section, key, "a list");
  std::vector<std::string> strings;
  for (const nlohmann::json& item : *value) {
    if (!item.is_string()) return wrong_value(section, key, "a list of strings");
    strings.push_back(item.get<std::string>());
  }
  return strings;
}

}  // namespace assay::nlp
