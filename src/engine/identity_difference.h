#pragma once
// Why an unfinished run is not the one that is asked for now.

#include <string>

namespace assay::engine {

// How two identities (run_identity.h, with_input) differ, for the person at the command line:
// "the metrics were q2 and are overlap; --window was 32 and is 8". Empty when they do not.
std::string describe_difference(const std::string& before, const std::string& now);

}  // namespace assay::engine
