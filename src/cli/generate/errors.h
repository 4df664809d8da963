#pragma once
// Errors of the library's generators in the words of the command line.

#include "assay/error.h"

namespace assay::cli {

// Where the library names members of its option structs (`no_repeat_ngram`), the command line has
// options (--no-repeat-ngram). What a server or a file said is left as it is.
Error in_words_of_generate(Error error);

}  // namespace assay::cli
