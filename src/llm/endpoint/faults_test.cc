// What a faulty server does never becomes text, and what passes is tried again.

#include <gmock/gmock.h>

#include <chrono>
#include <cstdlib>
#include <ctime>

#include "llm/endpoint/endpoint_test_support.h"
#include "llm/endpoint/retry.h"

namespace assay::llm::endpoint {
namespace {

using testing::FaultyServer;
using ::testing::HasSubstr;
using testing::http_answer;
using ::testing::Not;
using testing::ServerAnswer;
using testing::ThenServer;

struct Fault {
  const char* name;
  ServerAnswer answer;
};

std::string chunked(const std::string& body) {
  char size[32];
  std::snprintf(size, sizeof(size), "%zx\r\n", body.size());
  return "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + (size + body) + "\r\n";
}

std::vector<Fault> passing_faults() {
  const std::string good = chat_body("no");
  const std::string whole = http_answer(200, good);
  std::string invalid = good;
  invalid.replace(invalid.find("no"), 2, "\xff\xfe");
  return {
      {"request timeout", {http_answer(408, "")}},
      {"conflict", {http_answer(409, good)}},
      {"too early", {http_answer(425, good)}},
      {"rate limit", {http_answer(429, good, "Retry-After: 0\r\n")}},
      {"rate limit until a past date",
       {http_answer(429, good, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n")}},
      {"rate limit until nonsense", {http_answer(429, good, "Retry-After: later\r\n")}},
      {"server error", {http_answer(500, good)}},
      {"bad gateway", {http_answer(502, "<html>Bad Gateway</html>"), ThenServer::kReadsOn}},
      {"garbage", {http_answer(200, "\x01\x02\xff garbage")}},
      {"a page", {http_answer(200, "<!DOCTYPE html><p>no</p>")}},
      {"nothing in it", {http_answer(200, "")}},
      {"no content", {"HTTP/1.1 204 No Content\r\n\r\n"}},
      {"a plain string", {http_answer(200, "\"no\"")}},
      {"wrong types", {http_answer(200, R"({"choices":[{"message":{"content":["no"]}}]})")}},
      {"an error with status 200",
       {http_answer(200, R"({"error":{"message":"no"},)" + good.substr(1))}},
      {"not UTF-8", {http_answer(200, invalid)}},
      {"no answer", {""}},
      {"no answer and a reset", {"", ThenServer::kResets}},
      {"no HTTP", {"no no no\r\n\r\n"}},
      {"headers that break off", {whole.substr(0, 20)}},
      {"a body that breaks off", {whole.substr(0, whole.size() - 5)}},
      {"a body that is reset", {whole.substr(0, whole.size() - 5), ThenServer::kResets}},
      {"chunks that break off", {chunked(good)}},
      {"a body of unknown length that breaks off",
       {"HTTP/1.1 200 OK\r\n\r\n" + good.substr(0, good.size() - 5)}},
  };
}

TEST(Faults, ThatPassAreTriedAgain) {
  for (const Fault& fault : passing_faults()) {
    FaultyServer server([&](const std::string&, int number) {
      return number == 1 ? fault.answer : chat_answer("yes");
    });
    const auto reply = ask(quick_options(server.base_url()));
    ASSERT_TRUE(reply) << fault.name << ": " << reply.error().to_string();
    EXPECT_EQ(reply->text, "yes") << fault.name;
    EXPECT_EQ(server.requests(), 2) << fault.name;
  }
}

TEST(Faults, ThatStayAreErrors) {
  for (const Fault& fault : passing_faults()) {
    FaultyServer server([&](const std::string&, int) { return fault.answer; });
    EndpointOptions options = quick_options(server.base_url());
    options.attempts = 3;
    const auto reply = ask(options);
    ASSERT_FALSE(reply) << fault.name;
    EXPECT_EQ(reply.error().code, ErrorCode::kIo) << fault.name;
    EXPECT_THAT(reply.error().message, HasSubstr(server.base_url() + "/chat/completions"));
    EXPECT_THAT(reply.error().message, HasSubstr("after 3 attempts")) << fault.name;
    EXPECT_EQ(server.requests(), 3) << fault.name;
  }
}

TEST(Faults, FinalStatusesAreNotTriedAgain) {
  const std::pair<int, ErrorCode> expected[] = {
      {400, ErrorCode::kInvalidInput},  {401, ErrorCode::kInvalidOption},
      {403, ErrorCode::kInvalidOption}, {404, ErrorCode::kNotFound},
      {413, ErrorCode::kInvalidInput},  {418, ErrorCode::kIo},
      {422, ErrorCode::kInvalidInput}};
  for (const auto& [status, code] : expected) {
    FaultyServer server([status = status](const std::string&, int) {
      return ServerAnswer{http_answer(status, R"({"error":{"message":"not \u001b[1mthis"}})")};
    });
    const auto reply = ask(quick_options(server.base_url()));
    ASSERT_FALSE(reply) << status;
    EXPECT_EQ(reply.error().code, code) << status;
    EXPECT_THAT(reply.error().message, HasSubstr(std::to_string(status) + ": not  [1mthis"));
    EXPECT_EQ(server.requests(), 1) << status;
  }
}

TEST(Faults, AnErrorSaysWhatCameInThePlaceOfAReply) {
  for (const char* body : {"<p>no</p>", R"({"error":{"message":"<p>no</p>"}})"}) {
    FaultyServer server(
        [&](const std::string&, int) { return ServerAnswer{http_answer(200, body)}; });
    EndpointOptions options = quick_options(server.base_url());
    options.attempts = 1;
    EXPECT_THAT(ask(options).error().message, ::testing::EndsWith(": <p>no</p>"));
  }
}

TEST(Faults, RedirectsAreNotFollowed) {
  FaultyServer elsewhere([](const std::string&, int) { return chat_answer("no"); });
  FaultyServer server([&](const std::string&, int) {
    return ServerAnswer{http_answer(307, "", "Location: " + elsewhere.base_url() + "\r\n")};
  });
  const auto reply = ask(quick_options(server.base_url()));
  ASSERT_FALSE(reply);
  EXPECT_THAT(reply.error().message, HasSubstr(elsewhere.base_url()));
  EXPECT_EQ(server.requests(), 1);
  EXPECT_EQ(elsewhere.requests(), 0);
}

TEST(Faults, RepliesThatAreTooLargeAreRefused) {
  const std::string large = chat_body(std::string(5000, 'a'));
  for (const std::string& answer : {http_answer(200, large), chunked(large)}) {
    FaultyServer server([&](const std::string&, int) {
      return ServerAnswer{answer, ThenServer::kStalls};
    });
    EndpointOptions options = quick_options(server.base_url());
    options.largest_reply = 4096;
    const auto reply = ask(options);
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().message, HasSubstr("more than 4096 bytes"));
    EXPECT_EQ(server.requests(), 1);
  }
}

TEST(Faults, ChunksAreRead) {
  FaultyServer server([](const std::string&, int) {
    return ServerAnswer{chunked(chat_body("yes")) + "0\r\n\r\n", ThenServer::kReadsOn};
  });
  EXPECT_EQ(ask(quick_options(server.base_url()))->text, "yes");
}

TEST(Faults, WhatStallsIsTriedAgainUntilTheDeadline) {
  FaultyServer server([](const std::string&, int number) {
    const ServerAnswer half{"HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{", ThenServer::kStalls};
    return number == 1 ? half : chat_answer("yes");
  });
  EndpointOptions options = quick_options(server.base_url());
  options.attempt_timeout = 1;
  EXPECT_EQ(ask(options)->text, "yes");
  FaultyServer silent([](const std::string&, int) {
    return ServerAnswer{"", ThenServer::kStalls};
  });
  options = quick_options(silent.base_url());
  options.deadline = 0.2;
  const auto reply = ask(options);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kIo);
  EXPECT_THAT(reply.error().message, HasSubstr("deadline of 0.2 s"));
}

TEST(Faults, AnAttemptMayTakeAllOfTheDeadline) {
  EndpointOptions options;
  options.deadline = 5000;
  double given = 0;
  const MakeAttempt attempt = [&](double seconds) -> Attempt {
    given = seconds;
    return EndpointReply{};
  };
  EXPECT_TRUE(retry(options, attempt));
  EXPECT_GT(given, 4000);
  options.attempt_timeout = 7;
  EXPECT_TRUE(retry(options, attempt));
  EXPECT_EQ(given, 7);
}

TEST(Faults, TheServersOwnPauseIsKept) {
  FaultyServer server([](const std::string&, int number) {
    return number == 1 ? ServerAnswer{http_answer(503, "", "Retry-After: 1\r\n")}
                       : chat_answer("yes");
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(ask(quick_options(server.base_url())));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(990));
}

TEST(Faults, APauseBeyondTheDeadlineIsNotBegun) {
  const std::time_t later = std::time(nullptr) + 3600;
  char date[64];
  std::strftime(date, sizeof(date), "%a, %d %b %Y %H:%M:%S GMT", std::gmtime(&later));
  for (const std::string& when : {std::string("3600"), std::string(date)}) {
    FaultyServer server([&](const std::string&, int) {
      return ServerAnswer{http_answer(429, "slow down", "Retry-After: " + when + "\r\n")};
    });
    const auto reply = ask(quick_options(server.base_url()));
    ASSERT_FALSE(reply) << when;
    EXPECT_THAT(reply.error().message, HasSubstr("429: slow down; after 1 of 5 attempts"));
    const std::string& message = reply.error().message;
    const double pause = std::strtod(message.substr(message.find(" in ") + 4).c_str(), nullptr);
    EXPECT_LE(pause, 3600) << message;
    EXPECT_GE(pause, 3000) << message;
    EXPECT_THAT(reply.error().message, HasSubstr("deadline of 120 s"));
    EXPECT_EQ(server.requests(), 1);
  }
}

TEST(Faults, ARefusedConnectionSaysWhatToCheck) {
  std::string address;
  {
    const FaultyServer gone([](const std::string&, int) { return chat_answer("no"); });
    address = gone.base_url();
  }
  EndpointOptions options = quick_options(address);
  options.attempts = 2;
  const auto reply = ask(options);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kIo);
  EXPECT_THAT(reply.error().hint, HasSubstr("is the server running"));
  EXPECT_THAT(reply.error().message, HasSubstr("after 2 attempts"));
}

TEST(Faults, RepliesThatWereFilteredAreFinal) {
  std::string body = chat_body("partly");
  body.replace(body.find("\"stop\""), 6, "\"content_filter\"");
  FaultyServer server(
      [&](const std::string&, int) { return ServerAnswer{http_answer(200, body)}; });
  const auto reply = ask(quick_options(server.base_url()));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(server.requests(), 1);
}

}  // namespace
}  // namespace assay::llm::endpoint
