#pragma once
// How many threads may be asked for.

#include "evaluate/option_limits.h"

namespace assay::cli {

using evaluate::kMostThreads;

}  // namespace assay::cli
