#pragma once
// Typed access to the fields of one training row; the first thing that is wrong is the error.
//
//   RowFields fields(line, file);
//   const std::string premise = fields.text("premise");
//   if (auto error = fields.error()) return tl::unexpected(*error);   // file, line and field named

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/error.h"
#include "rows/jsonl_file.h"

namespace assay::rows {

class RowFields {
 public:
  RowFields(const JsonlLine& line, const std::string& file);

  bool has(const char* name) const;
  std::string text(const char* name);  // must be there and not blank
  std::string text_or(const char* name, const std::string& otherwise);
  std::int64_t integer(const char* name);
  double number_or(const char* name, double otherwise);
  float weight();  // how much the row counts: `weight`, 1 where it is missing
  std::vector<double> numbers(const char* name);
  // nullptr where it is missing or null.
  const nlohmann::json* value(const char* name) const;

  void blame(const char* name, std::string message, std::string hint = {});
  const std::optional<Error>& error() const { return error_; }

 private:
  nlohmann::json row_;
  std::string file_;
  std::uint64_t line_;
  std::optional<Error> error_;
};

}  // namespace assay::rows
