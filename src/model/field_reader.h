#pragma once
// Values of a JSON object such as config.json, asked for by name and type.
//
//   FieldReader fields = *FieldReader::parse(text, "config.json");
//   const std::size_t layers = fields.size("num_hidden_layers", 0);
//   if (const auto error = fields.problem()) return tl::unexpected(*error);
//
// The first thing that is wrong is kept and asked for once, after all reading; until then a value
// that cannot be read is the default. A field that is absent or null is the default as well.

#include <cstddef>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::model {

class FieldReader {
 public:
  FieldReader();  // an object without fields

  // kCorrupt unless the text is a JSON object. `file` is only named in errors.
  static Result<FieldReader> parse(std::string_view json, std::string file);

  // The objects of a JSON list, such as modules.json.
  static Result<std::vector<FieldReader>> parse_list(std::string_view json, std::string file);

  bool has(const std::string& key) const;
  bool is_null(const std::string& key) const;    // present, as null
  bool has_items(const std::string& key) const;  // a list or object that is not empty
  std::size_t size(const std::string& key, std::size_t otherwise);  // at most 2^24
  double number(const std::string& key, double otherwise);
  bool flag(const std::string& key, bool otherwise);
  std::string text(const std::string& key, std::string otherwise);
  // A list of strings, or one string with `|` between its parts.
  std::vector<std::string> texts(const std::string& key);
  // An object with the ids 0 to n - 1 as keys: its values in order.
  std::vector<std::string> numbered_texts(const std::string& key);
  // The fields of an object inside this one; none when it is absent. Its problems are its own.
  FieldReader inside(const std::string& key);
  // The names and values of an object of strings.
  std::vector<std::pair<std::string, std::string>> text_map(const std::string& key);

  // Notes that the field is not as it must be: kCorrupt.
  void reject(const std::string& key, std::string message);
  // Notes that what the field asks for is not supported: kUnsupported; names its value.
  void refuse(const std::string& key, std::string hint);
  // Takes over the problem of another reader.
  void adopt(const FieldReader& other);

  const std::optional<Error>& problem() const { return problem_; }
  const std::string& file() const { return file_; }

 private:
  const nlohmann::json* find(const std::string& key) const;
  void note(ErrorCode code, const std::string& key, std::string message, std::string hint);

  std::shared_ptr<const nlohmann::json> root_;
  std::string file_;
  std::string place_;  // names of the objects around this one, each with a dot
  std::optional<Error> problem_;
};

}  // namespace assay::model
