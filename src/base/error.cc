#include "assay/error.h"

#include <fmt/format.h>

namespace assay {

tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.hint = std::move(hint);
  return tl::unexpected<Error>(std::move(error));
}

std::string Error::to_string() const {
  std::string text;
  if (!file.empty()) text += file;
  if (line) text += fmt::format("{}{}", file.empty() ? "line " : ":", *line);
  if (!text.empty()) text += ": ";
  if (!field.empty()) text += fmt::format("field `{}`: ", field);
  text += message;
  if (!hint.empty()) text += fmt::format(" ({})", hint);
  return text;
}

const char* to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidInput:
      return "invalid_input";
    case ErrorCode::kInvalidOption:
      return "invalid_option";
    case ErrorCode::kNotFound:
      return "not_found";
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kCorrupt:
      return "corrupt";
    case ErrorCode::kUnsupported:
      return "unsupported";
    case ErrorCode::kConflict:
      return "conflict";
    case ErrorCode::kInterrupted:
      return "interrupted";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "internal";
}

}  // namespace assay
