#pragma once
// What can go wrong, as a value.
//
// Every function that data, files or options can make fail returns Result<T>. Exceptions never
// leave the library; assert is for bugs of our own. An Error names the place (file, line, field,
// byte) as far as it is known, says what is wrong in one sentence and, in `hint`, what to do about
// it.

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace assay {

enum class ErrorCode {
  kInvalidInput,   // a record, text or file that the caller gave is not as it must be
  kInvalidOption,  // an option or a combination of options makes no sense
  kNotFound,       // a file, model or record does not exist
  kIo,             // reading or writing failed (permissions, full disk)
  kCorrupt,        // a file of ours (model, run log, cache) is damaged
  kUnsupported,  // well-formed, but uses something that this build cannot do; named in the message
  kConflict,     // a resumed run does not match what was started
  kInterrupted,  // the caller asked to stop before the work was done
  kInternal,     // a bug
};

struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;                // one sentence, no trailing full stop
  std::string hint;                   // what to do; may be empty
  std::string file;                   // the file concerned; may be empty
  std::optional<std::uint64_t> line;  // 1-based
  std::string field;                  // the field concerned; may be empty

  // "data.csv:12: field `response`: not valid UTF-8 at byte 3 (hint)".
  std::string to_string() const;
};

template <typename T>
using Result = tl::expected<T, Error>;

// return fail(ErrorCode::kNotFound, "no model at ...", "run `assay doctor`");
tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {});

const char* to_string(ErrorCode code);

}  // namespace assay
