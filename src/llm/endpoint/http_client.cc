#include "llm/endpoint/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <cmath>

#include "assay/version.h"
#include "base/interrupt.h"

namespace assay::llm::endpoint {
namespace {

// Once in a program, before the first handle.
void start_libcurl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  static_cast<void>(started);
}

// What libcurl's callbacks see of a request.
struct Transfer {
  const EndpointOptions& options;
  std::string& body;
  bool is_too_large = false;
};

std::size_t write_body(char* data, std::size_t size, std::size_t count, void* context) {
  Transfer& transfer = *static_cast<Transfer*>(context);
  const std::size_t bytes = size * count;
  transfer.is_too_large = bytes > transfer.options.largest_reply - transfer.body.size();
  if (transfer.is_too_large) return 0;
  transfer.body.append(data, bytes);
  return bytes;
}

int stop_when_interrupted(void* context, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return base::is_set(static_cast<Transfer*>(context)->options.interrupt) ? 1 : 0;
}

class Headers {
 public:
  ~Headers() { curl_slist_free_all(list_); }
  Headers() = default;
  Headers(const Headers&) = delete;
  Headers& operator=(const Headers&) = delete;
  void add(const std::string& line) { list_ = curl_slist_append(list_, line.c_str()); }
  curl_slist* get() const { return list_; }

 private:
  curl_slist* list_ = nullptr;
};

long milliseconds(double seconds) {
  return std::max(1L, static_cast<long>(std::ceil(seconds * 1000)));
}

void set_limits(CURL* handle, const Settings& settings, double seconds) {
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, milliseconds(seconds));
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                   milliseconds(std::min(seconds, settings.options.connect_timeout)));
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  if (settings.is_loopback) curl_easy_setopt(handle, CURLOPT_PROXY, "");
}

void set_callbacks(CURL* handle, Transfer& transfer) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, stop_when_interrupted);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
}

void set_headers(CURL* handle, Headers& headers, const Settings& settings) {
  headers.add("Content-Type: application/json");
  headers.add("Accept: application/json");
  headers.add("Expect:");  // no waiting for a word of the server before a large body
  if (!settings.key.empty()) headers.add("Authorization: Bearer " + settings.key);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(handle, CURLOPT_USERAGENT, (std::string("assay/") + kVersion).c_str());
}

bool has_sent(CURL* handle) {
  long bytes = 0;
  curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, &bytes);
  return bytes > 0;
}

Outcome outcome_of(CURLcode code, CURL* handle, const Transfer& transfer) {
  if (transfer.is_too_large) return Outcome::kTooLarge;
  switch (code) {
    case CURLE_OK:
      return Outcome::kAnswered;
    case CURLE_ABORTED_BY_CALLBACK:
      return Outcome::kInterrupted;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
      return Outcome::kNoConnection;
    case CURLE_OPERATION_TIMEDOUT:
      return has_sent(handle) ? Outcome::kTimedOut : Outcome::kNoConnection;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_URL_MALFORMAT:
      return Outcome::kRefusedHere;
    default:
      return Outcome::kBroken;
  }
}

void read_answer(CURL* handle, Exchange& exchange) {
  long status = 0;
  curl_off_t wait = 0;
  char* address = nullptr;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &wait);  // of a date too
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &address);
  exchange.status = static_cast<int>(status);
  exchange.retry_after = static_cast<double>(std::max<curl_off_t>(wait, 0));
  if (address != nullptr) exchange.redirect_to = address;
}

}  // namespace

HttpClient::~HttpClient() {
  for (void* handle : idle_) curl_easy_cleanup(handle);
}

void* HttpClient::take() {
  start_libcurl();
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return curl_easy_init();
  void* handle = idle_.back();
  idle_.pop_back();
  return handle;
}

void HttpClient::give_back(void* handle) {
  curl_easy_reset(handle);  // what points into the request is gone; connections stay
  const std::lock_guard lock(mutex_);
  idle_.push_back(handle);
}

Exchange HttpClient::post(const std::string& address, const std::string& body, double seconds) {
  Exchange exchange;
  CURL* handle = take();
  if (handle == nullptr) {
    exchange.fault = "libcurl has no memory left";
    return exchange;
  }
  Headers headers;
  Transfer transfer{settings_.options, exchange.body};
  char fault[CURL_ERROR_SIZE] = "";
  curl_easy_setopt(handle, CURLOPT_URL, address.c_str());
  curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
  curl_easy_setopt(handle, CURLOPT_POSTFIELDS, body.data());
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, fault);
  set_callbacks(handle, transfer);
  set_headers(handle, headers, settings_);
  set_limits(handle, settings_, seconds);
  const CURLcode code = curl_easy_perform(handle);
  exchange.outcome = outcome_of(code, handle, transfer);
  exchange.fault = fault[0] != '\0' ? fault : curl_easy_strerror(code);
  if (code == CURLE_OK) read_answer(handle, exchange);
  give_back(handle);
  return exchange;
}

}  // namespace assay::llm::endpoint
