#pragma once
// Whether the streams that "-" stands for can be used.
//
// A program can be started with them closed. Its numbers are then taken by /dev/null opened the
// wrong way round (cli/process_setup.h), so that no file of a run gets them.

#include "assay/error.h"

namespace assay::engine {

// kInvalidInput when standard input cannot be read from.
Result<void> check_standard_input();

// kInvalidOption when standard output cannot be written to.
Result<void> check_standard_output();

}  // namespace assay::engine
