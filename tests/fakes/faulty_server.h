#pragma once
// An HTTP server on loopback that answers what a test wants, well-formed or not.
//
//   FaultyServer server([](const std::string& request, int number) {
//     return number == 1 ? ServerAnswer{http_answer(500, "")} : ServerAnswer{http_answer(200,
//     "{}")};
//   });
//   ... server.base_url() ... server.requests() ...

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace assay::testing {

enum class ThenServer {
  kReadsOn,  // waits for the next request on the connection
  kCloses,
  kResets,  // closes so that the client sees an error
  kStalls,  // sends nothing more and keeps the connection
};

struct ServerAnswer {
  std::string bytes;
  ThenServer then = ThenServer::kCloses;
};

inline std::string http_answer(int status, const std::string& body,
                               const std::string& headers = "") {
  return "HTTP/1.1 " + std::to_string(status) + " Status\r\nContent-Type: application/json\r\n" +
         headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

class FaultyServer {
 public:
  // Called in a thread of the connection, with headers and body and the number of the request.
  using Handler = std::function<ServerAnswer(const std::string& request, int number)>;

  explicit FaultyServer(Handler handler) : handler_(std::move(handler)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listener_, 64) != 0 ||
        getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
      std::abort();
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~FaultyServer() {
    stopped_ = true;
    acceptor_.join();
    for (std::thread& connection : connections_) connection.join();
    close(listener_);
  }
  FaultyServer(const FaultyServer&) = delete;
  FaultyServer& operator=(const FaultyServer&) = delete;

  std::string base_url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/v1"; }
  int requests() const { return requests_; }

 private:
  static constexpr int kTick = 10;  // milliseconds, after which a stop is seen

  bool is_readable(int socket) const {
    pollfd waiting{socket, POLLIN, 0};
    while (!stopped_) {
      if (poll(&waiting, 1, kTick) > 0) return true;
    }
    return false;
  }

  void accept_all() {
    while (is_readable(listener_)) {
      const int socket = accept(listener_, nullptr, nullptr);
      if (socket >= 0) connections_.emplace_back([this, socket] { serve(socket); });
    }
  }

  // Empty when the client is gone.
  std::string read_request(int socket) const {
    std::string request;
    std::size_t wanted = std::string::npos;
    while (request.size() < wanted && is_readable(socket)) {
      char piece[4096];
      const ssize_t read = recv(socket, piece, sizeof(piece), 0);
      if (read <= 0) return {};
      request.append(piece, static_cast<std::size_t>(read));
      const std::size_t body = request.find("\r\n\r\n");
      const std::size_t length = request.find("Content-Length: ");
      if (body == std::string::npos || length == std::string::npos) continue;
      wanted = body + 4 + std::strtoul(request.c_str() + length + 16, nullptr, 10);
    }
    return request.size() < wanted ? std::string() : request;
  }

  void serve(int socket) {
    ThenServer then = ThenServer::kReadsOn;
    while (then == ThenServer::kReadsOn) {
      const std::string request = read_request(socket);
      if (request.empty()) break;
      const ServerAnswer answer = handler_(request, ++requests_);
      send_all(socket, answer.bytes);
      then = answer.then;
    }
    if (then == ThenServer::kStalls) is_readable(socket);  // until the client goes
    if (then == ThenServer::kResets) {
      const linger at_once{1, 0};
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    }
    close(socket);
  }

  static void send_all(int socket, const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t some = send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (some <= 0) return;
      sent += static_cast<std::size_t>(some);
    }
  }

  Handler handler_;
  int listener_ = socket(AF_INET, SOCK_STREAM, 0);
  int port_ = 0;
  std::atomic<bool> stopped_{false};
  std::atomic<int> requests_{0};
  std::vector<std::thread> connections_;  // of the acceptor, until it has ended
  std::thread acceptor_;
};

}  // namespace assay::testing
