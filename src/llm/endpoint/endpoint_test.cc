// Requests, options, the key, order, concurrency and interruption, against a server that behaves.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdlib>

#include "llm/endpoint/endpoint_test_support.h"

namespace assay::llm::endpoint {
namespace {

using testing::FaultyServer;
using ::testing::HasSubstr;
using testing::http_answer;
using ::testing::Not;
using testing::ServerAnswer;
using testing::ThenServer;

constexpr char kKeyVariable[] = "ASSAY_TEST_ENDPOINT_KEY";
constexpr char kKey[] = "sk-secret";

struct KeyInEnvironment {
  explicit KeyInEnvironment(const char* value) { setenv(kKeyVariable, value, 1); }
  ~KeyInEnvironment() { unsetenv(kKeyVariable); }
  KeyInEnvironment(const KeyInEnvironment&) = delete;
  KeyInEnvironment& operator=(const KeyInEnvironment&) = delete;
};

// The request that a call sends.
template <typename Send>
std::string sent_by(EndpointOptions options, Send&& send) {
  std::string sent;
  FaultyServer server([&](const std::string& request, int) {
    sent = request;
    return ServerAnswer{http_answer(400, "")};
  });
  options.base_url = server.base_url() + "/";
  const auto endpoint = Endpoint::open(options);
  EXPECT_TRUE(endpoint);
  EXPECT_TRUE(send(**endpoint));
  return sent;
}

TEST(Endpoint, SendsAConversationWithItsOptions) {
  const std::string sent = sent_by(quick_options(""), [](const Endpoint& endpoint) {
    const std::vector<Conversation> talk = {{{"system", "be \"brief\""}, {"user", "\xc3\xa9?"}}};
    return endpoint.chat(
        talk, {.max_tokens = 9, .temperature = 0.5, .top_p = 0.25, .seed = 7, .stops = {"\n"}}, 3);
  });
  EXPECT_EQ(sent.substr(0, sent.find("\r\n")), "POST /v1/chat/completions HTTP/1.1");
  EXPECT_THAT(sent, HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(sent, Not(HasSubstr("Authorization")));
  EXPECT_EQ(body_of(sent), nlohmann::json::parse(R"({"model":"m","max_tokens":9,
      "temperature":0.5,"top_p":0.25,"seed":7,"stop":["\n"],"stream":false,"logprobs":true,
      "top_logprobs":3,"messages":[{"role":"system","content":"be \"brief\""},
      {"role":"user","content":"é?"}]})"));
}

TEST(Endpoint, SendsPromptsAsTextOrTokens) {
  const std::string text = sent_by(quick_options(""), [](const Endpoint& endpoint) {
    return endpoint.complete(std::vector<Prompt>{{"Once", {}}}, {}, 2);
  });
  EXPECT_THAT(text, HasSubstr("POST /v1/completions HTTP/1.1\r\n"));
  EXPECT_EQ(body_of(text), nlohmann::json::parse(R"({"model":"m","max_tokens":256,
      "temperature":0.0,"top_p":1.0,"seed":0,"stream":false,"logprobs":2,"prompt":"Once"})"));
  const std::string tokens = sent_by(quick_options(""), [](const Endpoint& endpoint) {
    return endpoint.complete(std::vector<Prompt>{{"", {5, 6}}});
  });
  EXPECT_EQ(body_of(tokens).at("prompt"), nlohmann::json({5, 6}));
  EXPECT_FALSE(body_of(tokens).contains("logprobs"));
}

TEST(Endpoint, LargeRequestsAreSentWhole) {
  const std::string large(3 << 20, 'a');
  const std::string sent = sent_by(quick_options(""), [&](const Endpoint& endpoint) {
    return endpoint.complete(std::vector<Prompt>{{large, {}}});
  });
  EXPECT_EQ(body_of(sent).at("prompt"), large);
  EXPECT_THAT(sent.substr(0, 1000), Not(HasSubstr("Expect")));
}

TEST(Endpoint, SendsTheKeyAndNeverTellsIt) {
  const KeyInEnvironment key(kKey);
  std::string sent;
  FaultyServer server([&](const std::string& request, int) {
    sent = request;
    return ServerAnswer{http_answer(401, R"({"error":"sk-secret is no key, sk-secret!"})")};
  });
  EndpointOptions options = quick_options(server.base_url());
  options.key_variable = kKeyVariable;
  const auto endpoint = Endpoint::open(options).value();
  const auto replies = endpoint->chat(conversations(1)).value();
  EXPECT_THAT(sent, HasSubstr("Authorization: Bearer sk-secret\r\n"));
  const std::string error = replies.front().error().to_string();
  EXPECT_THAT(error, HasSubstr("401: *** is no key, ***!"));
  EXPECT_THAT(error, HasSubstr(kKeyVariable));
  EXPECT_THAT(error, Not(HasSubstr(kKey)));
  EXPECT_THAT(endpoint->fingerprint(), Not(HasSubstr(kKey)));
  EXPECT_THAT(endpoint->fingerprint(), HasSubstr(server.base_url()));
}

TEST(Endpoint, AKeyThatIsSaidBackInAnyFormIsTakenOut) {
  const KeyInEnvironment key(kKey);
  const std::string at_the_end_of_what_is_shown = std::string(195, ' ') + kKey;
  for (const std::string& answer :
       {http_answer(200, std::string(kKey)), http_answer(500, at_the_end_of_what_is_shown),
        http_answer(200, at_the_end_of_what_is_shown),
        http_answer(400, R"({"error":"sk\u002dsecret"})"),
        http_answer(302, "", "Location: http://127.0.0.1/sk-secret\r\n")}) {
    FaultyServer server([&](const std::string&, int) { return ServerAnswer{answer}; });
    EndpointOptions options = quick_options(server.base_url());
    options.key_variable = kKeyVariable;
    options.attempts = 1;
    const auto reply = ask(options);
    ASSERT_FALSE(reply);
    EXPECT_THAT(reply.error().to_string(), Not(HasSubstr("sk-s"))) << answer;
    EXPECT_THAT(reply.error().to_string(), HasSubstr("***")) << answer;
  }
}

TEST(Endpoint, ADoubtfulKeyIsRefusedUnseen) {
  EndpointOptions options = quick_options("http://127.0.0.1:9/v1");
  options.key_variable = kKeyVariable;
  EXPECT_EQ(Endpoint::open(options).error().field, "key_variable");
  for (const char* value : {"", "sk-secret\n", "sk secret", "sk-secr\xc3\xa9t"}) {
    const KeyInEnvironment key(value);
    const auto opened = Endpoint::open(options);
    ASSERT_FALSE(opened) << value;
    EXPECT_EQ(opened.error().field, "key_variable");
    EXPECT_THAT(opened.error().to_string(), Not(HasSubstr("secr")));
  }
}

TEST(Endpoint, OptionsThatMakeNoSenseAreNamed) {
  const auto refused = [](const auto& change) {
    EndpointOptions options = quick_options("http://127.0.0.1:9/v1");
    change(options);
    const auto opened = Endpoint::open(options);
    return opened ? std::string() : opened.error().field;
  };
  for (const char* address :
       {"", "127.0.0.1:80/v1", "ftp://127.0.0.1/", "file:///etc/passwd", "http://me:pw@127.0.0.1/",
        "http://127.0.0.1/?a=b", "http://a b/", "http://127.0.0.1/#a", "http://",
        "http://127.0.0.1/v1/chat/completions", "http://127.0.0.1/v1/completions/"}) {
    EXPECT_EQ(refused([&](auto& options) { options.base_url = address; }), "base_url") << address;
  }
  EXPECT_EQ(refused([](auto& options) { options.model = ""; }), "model");
  EXPECT_EQ(refused([](auto& options) { options.concurrency = 0; }), "concurrency");
  EXPECT_EQ(refused([](auto& options) { options.concurrency = 257; }), "concurrency");
  EXPECT_EQ(refused([](auto& options) { options.attempts = 0; }), "attempts");
  EXPECT_EQ(refused([](auto& options) { options.deadline = 0; }), "deadline");
  EXPECT_EQ(refused([](auto& options) { options.attempt_timeout = -1; }), "attempt_timeout");
  EXPECT_EQ(refused([](auto& options) { options.connect_timeout = 1e9; }), "connect_timeout");
  EXPECT_EQ(refused([](auto& options) { options.pause = std::nan(""); }), "pause");
  EXPECT_EQ(refused([](auto& options) { options.longest_pause = 0; }), "longest_pause");
  EXPECT_EQ(refused([](auto& options) { options.largest_reply = 0; }), "largest_reply");
  EXPECT_EQ(refused([](auto&) {}), "");
}

TEST(Endpoint, WhatTheProtocolDoesNotHaveIsRefusedByName) {
  const auto endpoint = Endpoint::open(quick_options("http://127.0.0.1:9/v1")).value();
  const auto refused = [&](const GenerationOptions& options, int likeliest = 0) {
    const auto replies = endpoint->chat(conversations(1), options, likeliest);
    return replies ? std::string() : replies.error().field;
  };
  EXPECT_EQ(refused({.beams = 2}), "beams");
  EXPECT_EQ(refused({.returned = 2, .temperature = 1}), "returned");
  EXPECT_EQ(refused({.length_penalty = 2}), "length_penalty");
  EXPECT_EQ(refused({.early_stopping = EarlyStopping::kYes}), "early_stopping");
  EXPECT_EQ(refused({.no_repeat_ngram = 2}), "no_repeat_ngram");
  EXPECT_EQ(refused({.adapter = "a"}), "adapter");
  EXPECT_EQ(refused({.top_k = 5}), "top_k");
  EXPECT_EQ(refused({.grammar = "root ::= \"a\""}), "grammar");
  EXPECT_EQ(refused({.seed = ~std::uint64_t{0}}), "seed");
  EXPECT_EQ(refused({.max_tokens = 0}), "max_tokens");
  EXPECT_EQ(refused({.temperature = -1}), "temperature");
  EXPECT_EQ(refused({}, -1), "likeliest");
  EXPECT_EQ(refused({}, 21), "likeliest");
}

TEST(Endpoint, BadTextsFailAlone) {
  FaultyServer server([](const std::string&, int) { return chat_answer("yes"); });
  const auto endpoint = Endpoint::open(quick_options(server.base_url())).value();
  std::vector<Conversation> talks = conversations(2);
  talks.push_back({{"user", "\xff"}});
  talks.push_back({});
  const auto replies = endpoint->chat(talks).value();
  EXPECT_TRUE(replies[0] && replies[1]);
  EXPECT_EQ(replies[2].error().code, ErrorCode::kInvalidInput);
  EXPECT_EQ(replies[3].error().code, ErrorCode::kInvalidInput);
  EXPECT_EQ(server.requests(), 2);
  EXPECT_EQ(endpoint->chat({}).value().size(), 0U);
  EXPECT_EQ(endpoint->chat(talks, {.stops = {"\xff"}})->front().error().code,
            ErrorCode::kInvalidOption);
}

// Waits until a number of requests were seen; gives up in the end, so that a test fails and ends.
class Barrier {
 public:
  bool wait_for(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return seen_ >= count; });
  }
  void add() {
    const std::lock_guard lock(mutex_);
    ++seen_;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int seen_ = 0;
};

TEST(Endpoint, RepliesComeInTheOrderOfTheRequests) {
  Barrier others;
  FaultyServer server([&](const std::string& request, int) {
    const std::string question = body_of(request).at("messages").at(0).at("content");
    if (question == "question 0") {
      EXPECT_TRUE(others.wait_for(9));  // the first is answered last
    } else {
      others.add();
    }
    return chat_answer(question);
  });
  const auto endpoint = Endpoint::open(quick_options(server.base_url())).value();
  const auto replies = endpoint->chat(conversations(10)).value();
  for (std::size_t i = 0; i < replies.size(); ++i) {
    EXPECT_EQ(replies[i]->text, "question " + std::to_string(i));
  }
}

TEST(Endpoint, AsManyRequestsAreOnTheirWayAsAllowed) {
  Barrier arrived;
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  FaultyServer server([&](const std::string&, int) {
    const int running = ++now;
    for (int seen = most; running > seen && !most.compare_exchange_weak(seen, running);) {
    }
    arrived.add();
    EXPECT_TRUE(arrived.wait_for(3));
    --now;
    return chat_answer("yes");
  });
  EndpointOptions options = quick_options(server.base_url());
  options.concurrency = 3;
  EXPECT_TRUE(Endpoint::open(options).value()->chat(conversations(12)));
  EXPECT_EQ(most, 3);
}

TEST(Endpoint, WhatConcernsAllEndsTheRest) {
  FaultyServer server([](const std::string&, int number) {
    return number < 3 ? chat_answer("yes") : ServerAnswer{http_answer(404, "no such model")};
  });
  EndpointOptions options = quick_options(server.base_url());
  options.concurrency = 1;
  const auto replies = Endpoint::open(options).value()->chat(conversations(20)).value();
  EXPECT_EQ(server.requests(), 3);
  EXPECT_TRUE(replies[1]);
  for (std::size_t i = 2; i < replies.size(); ++i) {
    EXPECT_EQ(replies[i].error().code, ErrorCode::kNotFound);
    EXPECT_THAT(replies[i].error().message, HasSubstr("no such model"));
  }
}

TEST(Endpoint, InterruptEndsTheCall) {
  std::atomic<bool> interrupt{true};
  FaultyServer server([&](const std::string&, int) {
    interrupt = true;
    return ServerAnswer{"", ThenServer::kStalls};
  });
  EndpointOptions options = quick_options(server.base_url());
  options.interrupt = &interrupt;
  const auto endpoint = Endpoint::open(options).value();
  EXPECT_EQ(endpoint->chat(conversations(9)).error().code, ErrorCode::kInterrupted);
  EXPECT_EQ(server.requests(), 0);
  interrupt = false;
  EXPECT_EQ(endpoint->chat(conversations(1)).error().code, ErrorCode::kInterrupted);
}

TEST(Endpoint, InterruptEndsAPause) {
  std::atomic<bool> interrupt{false};
  FaultyServer server([&](const std::string&, int) {
    interrupt = true;
    return ServerAnswer{http_answer(500, "")};
  });
  EndpointOptions options = quick_options(server.base_url());
  options.interrupt = &interrupt;
  options.pause = options.longest_pause = 100;
  EXPECT_EQ(ask(options).error().code, ErrorCode::kInterrupted);
}

}  // namespace
}  // namespace assay::llm::endpoint
