#include "llm/endpoint/reply.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::llm::endpoint {
namespace {

constexpr char kChat[] =
    R"({"choices":[{"message":{"role":"assistant","content":"yes"},"finish_reason":"stop"}]})";

Result<EndpointReply> parse_chat(const std::string& body, bool wants_tokens = false) {
  return parse_reply(body, ReplyKind::kChat, wants_tokens);
}

ErrorCode code_of(const std::string& body, bool wants_tokens = false) {
  const auto reply = parse_chat(body, wants_tokens);
  return reply ? ErrorCode::kInternal : reply.error().code;
}

// The chat above with a part of it in another form.
std::string changed(const std::string& pointer, const nlohmann::json& value) {
  auto body = nlohmann::json::parse(kChat);
  body[nlohmann::json::json_pointer(pointer)] = value;
  return body.dump();
}

TEST(Reply, ReadsChatsAndCompletions) {
  const auto chat = parse_chat(kChat);
  ASSERT_TRUE(chat);
  EXPECT_EQ(chat->text, "yes");
  EXPECT_EQ(chat->stop, StopReason::kEnd);
  EXPECT_TRUE(chat->tokens.empty());
  const auto completion = parse_reply(R"({"choices":[{"text":" no","finish_reason":"length"}]})",
                                      ReplyKind::kCompletion, false);
  ASSERT_TRUE(completion);
  EXPECT_EQ(completion->text, " no");
  EXPECT_EQ(completion->stop, StopReason::kLength);
}

TEST(Reply, AnEmptyTextIsAReply) {
  EXPECT_EQ(parse_chat(changed("/choices/0/message/content", ""))->text, "");
}

TEST(Reply, WhatIsNoReplyIsCorrupt) {
  for (const std::string& body :
       {std::string(), std::string("yes"), std::string("\"yes\""), std::string("[]"),
        std::string("{}"), std::string("<html>yes</html>"), std::string("{\"choices\":[]}"),
        std::string("{\"choices\":{}}"), std::string("{\"choices\":[7]}"),
        std::string(kChat).substr(0, 60), std::string(kChat) + "x",
        std::string(kChat) + std::string(1, '\0'), changed("/choices/0/message", nullptr),
        changed("/choices/0/message", "yes"), changed("/choices/0/message/content", nullptr),
        changed("/choices/0/message/content", 1),
        changed("/choices/0/message/content", nlohmann::json::array()),
        changed("/choices/0/finish_reason", nullptr), changed("/choices/0/finish_reason", 1)}) {
    EXPECT_EQ(code_of(body), ErrorCode::kCorrupt) << body;
  }
  std::string invalid = kChat;
  invalid.replace(invalid.find("yes"), 3, "\xff\xfe!");
  EXPECT_EQ(code_of(invalid), ErrorCode::kCorrupt);
}

TEST(Reply, AnErrorBesideATextIsAnError) {
  const auto reply = parse_chat(changed("/error", {{"message", "overloaded"}}));
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(reply.error().message, "it is an error");
  EXPECT_TRUE(parse_chat(changed("/error", nullptr)));
}

TEST(Reply, FilteredTextsAndCallsOfToolsAreNoReplies) {
  for (const char* reason : {"content_filter", "tool_calls", "function_call", ""}) {
    EXPECT_EQ(code_of(changed("/choices/0/finish_reason", reason)), ErrorCode::kUnsupported);
  }
  EXPECT_EQ(code_of(changed("/choices/0/message/refusal", "no")), ErrorCode::kUnsupported);
}

TEST(Reply, ReadsTokensInTheFormOfChats) {
  const auto tokens = nlohmann::json::parse(R"({"content":[
      {"token":"?","bytes":[195],"logprob":-0.5,"top_logprobs":[
        {"token":"b","bytes":null,"logprob":-2},{"token":"a","logprob":-0.5}]},
      {"token":"","logprob":0,"top_logprobs":[]}]})");
  const auto reply = parse_chat(changed("/choices/0/logprobs", tokens), true);
  ASSERT_TRUE(reply);
  ASSERT_EQ(reply->tokens.size(), 2U);
  EXPECT_EQ(reply->tokens[0].chosen.text, "\xc3");
  EXPECT_EQ(reply->tokens[0].chosen.log_probability, -0.5);
  ASSERT_EQ(reply->tokens[0].likeliest.size(), 2U);
  EXPECT_EQ(reply->tokens[0].likeliest[0].text, "a");
  EXPECT_EQ(reply->tokens[0].likeliest[1].log_probability, -2);
}

TEST(Reply, ReadsTokensInTheFormOfCompletions) {
  const auto tokens = nlohmann::json::parse(
      R"({"tokens":[" a","b"],"token_logprobs":[-1,-2.5],"top_logprobs":[{" a":-1,"c":-0.25},{}]})");
  const auto reply = parse_chat(changed("/choices/0/logprobs", tokens), true);
  ASSERT_TRUE(reply);
  ASSERT_EQ(reply->tokens.size(), 2U);
  EXPECT_EQ(reply->tokens[0].chosen.text, " a");
  EXPECT_EQ(reply->tokens[0].likeliest.front().text, "c");
  EXPECT_EQ(reply->tokens[1].chosen.log_probability, -2.5);
}

TEST(Reply, TokensThatWereAskedForMustBeThereAndWhole) {
  EXPECT_EQ(code_of(kChat, true), ErrorCode::kUnsupported);
  EXPECT_EQ(code_of(changed("/choices/0/logprobs", nullptr), true), ErrorCode::kUnsupported);
  for (const char* tokens :
       {"1", "{}", "[]", R"({"content":null})", R"({"content":[1]})", R"({"content":[{}]})",
        R"({"content":[{"token":"a","logprob":true,"top_logprobs":[]}]})",
        R"({"content":[{"token":1,"logprob":-1,"top_logprobs":[]}]})",
        R"({"content":[{"token":"a","logprob":-1,"top_logprobs":{}}]})",
        R"({"tokens":["a"],"token_logprobs":[],"top_logprobs":[{}]})",
        R"({"tokens":["a"],"token_logprobs":[null],"top_logprobs":[{}]})",
        R"({"tokens":["a"],"token_logprobs":[-1],"top_logprobs":null})"}) {
    EXPECT_EQ(code_of(changed("/choices/0/logprobs", nlohmann::json::parse(tokens)), true),
              ErrorCode::kCorrupt)
        << tokens;
  }
}

TEST(ErrorText, IsTheMessageOfTheServer) {
  EXPECT_EQ(error_text(R"({"error":{"message":"no such model","code":404}})"), "no such model");
  EXPECT_EQ(error_text(R"({"error":"busy"})"), "busy");
  EXPECT_EQ(error_text(R"({"detail":"Not Found"})"), "Not Found");
  EXPECT_EQ(error_text(R"({"message":"no"})"), "no");
  EXPECT_EQ(error_text(R"({"detail":[1]})"), "[1]");
  EXPECT_EQ(error_text("Bad Gateway\r\n"), "Bad Gateway  ");
  EXPECT_EQ(error_text(""), "");
}

TEST(OneLine, HasNoControlCharactersAndEnds) {
  EXPECT_EQ(one_line("a\x1b[31m\nb\x7f\xc2\x85\xe2\x80\xae c"), "a [31m b    c");
  EXPECT_EQ(one_line("\xff\xc3"), "??");
  EXPECT_EQ(one_line(std::string(200, 'a')), std::string(200, 'a'));
  EXPECT_EQ(one_line(std::string(201, 'a')), std::string(200, 'a') + "...");
  std::string long_text;
  for (int i = 0; i < 1000; ++i) long_text += "\xf0\x9f\x98\x80";
  EXPECT_EQ(one_line(long_text).size(), 4U * 200 + 3);
}

}  // namespace
}  // namespace assay::llm::endpoint
