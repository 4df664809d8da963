#pragma once
// Errors of the engine, made in one line.

#include <string>
#include <utility>

#include "assay/error.h"

namespace assay::engine {

inline Error make_error(ErrorCode code, std::string message, std::string hint = {}) {
  return fail(code, std::move(message), std::move(hint)).value();
}

inline Error invalid_input(std::string message, std::string hint = {}) {
  return make_error(ErrorCode::kInvalidInput, std::move(message), std::move(hint));
}

inline tl::unexpected<Error> fail_in_file(ErrorCode code, std::string file, std::string message,
                                          std::string hint = {}) {
  Error error = make_error(code, std::move(message), std::move(hint));
  error.file = std::move(file);
  return tl::unexpected<Error>(std::move(error));
}

}  // namespace assay::engine
