#pragma once
// Attempts, and the pauses between them, until a deadline.

#include <functional>

#include "llm/endpoint/attempt.h"

namespace assay::llm::endpoint {

// Makes an attempt that may take so many seconds.
using MakeAttempt = std::function<Attempt(double seconds)>;

// The first reply, or the failure of the last attempt that there was time for.
Attempt retry(const EndpointOptions& options, const MakeAttempt& make_attempt);

}  // namespace assay::llm::endpoint
