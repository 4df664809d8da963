#pragma once
// Options of an endpoint and of a call, checked.

#include <string>

#include "assay/endpoint.h"

namespace assay::llm::endpoint {

struct Settings {
  EndpointOptions options;  // base_url without a slash at its end
  std::string key;          // empty: none
  bool is_loopback = false;
  bool has_path = false;  // base_url is more than scheme, host and port
};

// kInvalidOption names the option.
Result<Settings> read_settings(const EndpointOptions& options);

// Options of a call that make sense and that the protocol has.
Result<void> check_call(const GenerationOptions& options, int likeliest);

}  // namespace assay::llm::endpoint
