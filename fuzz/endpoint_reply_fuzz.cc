// The body of an answer of any bytes is a reply or an error that is fit for a terminal.

#include <cmath>
#include <cstdlib>

#include "llm/endpoint/reply.h"
#include "text/utf8.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_line(const std::string& line) {
  require(!assay::text::find_utf8_flaw(line));
  require(assay::text::count_code_points(line) <= 203);
  for (const char c : line) require(static_cast<unsigned char>(c) >= 0x20 && c != '\x7f');
}

void check_probability(const assay::TokenProbability& token) {
  require(std::isfinite(token.log_probability));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::llm::endpoint;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  check_line(error_text(body));
  for (const ReplyKind kind : {ReplyKind::kChat, ReplyKind::kCompletion}) {
    for (const bool wants_tokens : {false, true}) {
      const auto reply = parse_reply(body, kind, wants_tokens);
      if (!reply) {
        require(!reply.error().message.empty());
        continue;
      }
      require(!assay::text::find_utf8_flaw(reply->text));
      for (const assay::ReplyToken& token : reply->tokens) {
        check_probability(token.chosen);
        for (const assay::TokenProbability& other : token.likeliest) check_probability(other);
      }
    }
  }
  return 0;
}
