#include "llm/endpoint/settings.h"

#include <curl/curl.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <utility>

#include "llm/generation_options.h"

namespace assay::llm::endpoint {
namespace {

constexpr int kMostAtATime = 256;
constexpr int kMostLikeliest = 20;
constexpr double kLongest = 1e6;  // seconds; some eleven days, far below what overflows

tl::unexpected<Error> refuse(const char* option, const std::string& rule, std::string hint = {}) {
  Error error;
  error.code = ErrorCode::kInvalidOption;
  error.message = std::string("`") + option + "` must be " + rule;
  error.hint = std::move(hint);
  error.field = option;
  return tl::unexpected(error);
}

using Url = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

// Empty when the address has no such part.
std::string part_of(const Url& url, CURLUPart part) {
  char* found = nullptr;
  if (curl_url_get(url.get(), part, &found, 0) != CURLUE_OK) return {};
  std::string text = found;
  curl_free(found);
  return text;
}

Result<void> read_address(Settings& settings) {
  std::string& address = settings.options.base_url;
  const char* rule = "an address such as http://127.0.0.1:8080/v1";
  const Url url(curl_url(), curl_url_cleanup);
  if (curl_url_set(url.get(), CURLUPART_URL, address.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
      CURLUE_OK) {
    return refuse("base_url", rule);
  }
  const std::string scheme = part_of(url, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") return refuse("base_url", rule, "http or https");
  for (const CURLUPart part : {CURLUPART_USER, CURLUPART_PASSWORD}) {
    if (!part_of(url, part).empty()) {
      return refuse("base_url", "without user and password",
                    "put the key into a variable of the environment and name it in `key_variable`");
    }
  }
  for (const CURLUPart part : {CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
    if (!part_of(url, part).empty()) return refuse("base_url", "without `?` and `#`");
  }
  const std::string host = part_of(url, CURLUPART_HOST);
  settings.is_loopback = host == "localhost" || host == "[::1]" || host == "127.0.0.1";
  while (address.ends_with('/')) address.pop_back();
  if (address.ends_with("/completions")) {
    return refuse("base_url", "the part of the address before /chat/completions or /completions",
                  "such as http://127.0.0.1:8080/v1");
  }
  const std::string path = part_of(url, CURLUPART_PATH);
  settings.has_path = path.find_first_not_of('/') != std::string::npos;
  return {};
}

// The key itself is never part of an error.
Result<void> read_key(Settings& settings) {
  const std::string& name = settings.options.key_variable;
  if (name.empty()) return {};
  const char* value = std::getenv(name.c_str());
  if (value == nullptr || *value == '\0') {
    return refuse("key_variable", "a variable of the environment that holds the key",
                  "set " + name + ", or give no `key_variable` where the server wants no key");
  }
  settings.key = value;
  const auto is_plain = [](char c) { return c > ' ' && c < '\x7f'; };
  if (!std::all_of(settings.key.begin(), settings.key.end(), is_plain)) {
    return refuse("key_variable",
                  "a variable whose value has no blanks, line ends or letters "
                  "beyond ASCII",
                  "set " + name + " to the key alone");
  }
  return {};
}

Result<void> check_times(const EndpointOptions& options) {
  const std::pair<const char*, double> times[] = {
      {"deadline", options.deadline},
      {"attempt_timeout", options.attempt_timeout.value_or(1)},
      {"connect_timeout", options.connect_timeout},
      {"pause", options.pause},
      {"longest_pause", options.longest_pause}};
  for (const auto& [name, seconds] : times) {
    // Not `<= 0`: it must be false for NaN.
    if (!(seconds > 0 && seconds <= kLongest)) {
      return refuse(name, "above 0 and at most 1,000,000 seconds");
    }
  }
  return {};
}

// Options that are well-formed and that the protocol does not have.
const char* beyond_the_protocol(const GenerationOptions& options) {
  const GenerationOptions defaults;
  if (options.beams != defaults.beams) return "beams";
  if (options.returned != defaults.returned) return "returned";
  if (options.length_penalty != defaults.length_penalty) return "length_penalty";
  if (options.early_stopping != defaults.early_stopping) return "early_stopping";
  if (options.no_repeat_ngram != defaults.no_repeat_ngram) return "no_repeat_ngram";
  if (options.adapter != defaults.adapter) return "adapter";
  if (options.top_k != defaults.top_k) return "top_k";
  if (options.grammar != defaults.grammar) return "grammar";
  return nullptr;
}

}  // namespace

Result<Settings> read_settings(const EndpointOptions& options) {
  Settings settings{options, {}};
  if (options.model.empty()) return refuse("model", "the model's name at the server");
  if (options.concurrency < 1 || options.concurrency > kMostAtATime) {
    return refuse("concurrency", "1 to " + std::to_string(kMostAtATime));
  }
  if (options.attempts < 1) return refuse("attempts", "at least 1");
  if (options.largest_reply < 1) return refuse("largest_reply", "at least 1 byte");
  if (auto good = check_times(options); !good) return tl::unexpected(good.error());
  if (auto good = read_address(settings); !good) return tl::unexpected(good.error());
  if (auto good = read_key(settings); !good) return tl::unexpected(good.error());
  return settings;
}

Result<void> check_call(const GenerationOptions& options, int likeliest) {
  if (const char* name = beyond_the_protocol(options)) {
    return refuse(name, "as it is by default: the protocol of endpoints does not have it",
                  "leave it out, or take a model in a GGUF file, which has it");
  }
  if (options.seed > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
    return refuse("seed", "below 2^63: the protocol of endpoints has signed ones");
  }
  if (likeliest < 0 || likeliest > kMostLikeliest) {
    return refuse("likeliest", "0 to " + std::to_string(kMostLikeliest));
  }
  return check(options);
}

}  // namespace assay::llm::endpoint
