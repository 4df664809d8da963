#pragma once
// Reading members of parsed JSON that must be of a given type.
//
// What does not fit is noted once in `problem` and reads as empty, so that the reader of a format
// checks once, at the end of a line.
//
//   std::optional<std::string> problem;
//   const JsonView view(json, problem);
//   const std::string id = view.text("id");
//   if (problem) return fail(ErrorCode::kCorrupt, *problem);
//
// A view must not outlive the JSON and the problem it was made with.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_text.h"

namespace assay::base {

class JsonView {
 public:
  JsonView(const Json& value, std::optional<std::string>& problem)
      : value_(&value), problem_(&problem) {}

  bool has(std::string_view name) const;
  std::string text(std::string_view name) const;
  std::optional<std::string> text_or_null(std::string_view name) const;
  std::uint64_t count(std::string_view name) const;
  std::int64_t integer(std::string_view name) const;
  double number(std::string_view name) const;
  std::optional<double> number_or_null(std::string_view name) const;
  bool boolean(std::string_view name) const;
  JsonView object(std::string_view name) const;
  std::optional<JsonView> object_or_null(std::string_view name) const;
  std::vector<JsonView> list(std::string_view name) const;
  // Names of the members, in order.
  std::vector<std::string> names() const;
  const Json& json() const { return *value_; }

  void blame(std::string what) const {
    if (!*problem_) *problem_ = std::move(what);
  }

 private:
  const Json& member(std::string_view name) const;
  const Json& expect(std::string_view name, bool (*fits)(const Json&), std::string_view type) const;

  const Json* value_;
  std::optional<std::string>* problem_;
};

}  // namespace assay::base
