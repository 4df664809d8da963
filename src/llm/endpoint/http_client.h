#pragma once
// One HTTP request and what became of it, by libcurl.

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "llm/endpoint/settings.h"

namespace assay::llm::endpoint {

enum class Outcome {
  kAnswered,      // with any status
  kNoConnection,  // nothing was sent
  kBroken,        // the connection ended before the answer did
  kTimedOut,
  kTooLarge,
  kRefusedHere,  // by libcurl: the certificate, the address
  kInterrupted,
};

struct Exchange {
  Outcome outcome = Outcome::kBroken;
  std::string fault;  // what libcurl says, where there is no answer
  int status = 0;
  std::string body;
  double retry_after = 0;   // seconds from now; 0: the server does not say
  std::string redirect_to;  // of a redirect
};

// Connections are kept for the next request. Thread-safe.
class HttpClient {
 public:
  explicit HttpClient(const Settings& settings) : settings_(settings) {}
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Sends JSON to an address; gives up after `seconds`.
  Exchange post(const std::string& address, const std::string& body, double seconds);

 private:
  void* take();
  void give_back(void* handle);

  const Settings& settings_;
  std::mutex mutex_;
  std::vector<void*> idle_;  // CURL handles
};

}  // namespace assay::llm::endpoint
