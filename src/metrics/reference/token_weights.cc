#include "metrics/reference/token_weights.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "base/file.h"
#include "base/hash.h"
#include "text/utf8.h"

namespace assay::reference {
namespace {

tl::unexpected<Error> bad_file(const std::string& file, std::uint64_t line, std::string message) {
  auto failure = fail(ErrorCode::kInvalidOption, std::move(message),
                      "--bertscore-idf takes a file of plain texts in UTF-8, one a line");
  failure.value().file = file;
  if (line > 0) failure.value().line = line;
  return failure;
}

}  // namespace

Result<TokenWeights> TokenWeights::read(const std::string& file, const TokenEmbedder& tokens) {
  const auto bytes = base::read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  std::unordered_map<std::int32_t, double> texts_with;
  double texts = 0;
  std::uint64_t line_number = 0;
  for (std::size_t begin = 0; begin < bytes->size();) {
    const std::size_t end = std::min(bytes->find('\n', begin), bytes->size());
    std::string_view line = std::string_view(*bytes).substr(begin, end - begin);
    begin = end + 1;
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (const auto valid = text::check_utf8(line); !valid)
      return bad_file(file, line_number, valid.error().message);
    const auto ids = tokens.token_ids(line);
    if (!ids) return tl::unexpected(ids.error());
    texts += 1;
    for (const std::int32_t id : std::set<std::int32_t>(ids->begin(), ids->end()))
      texts_with[id] += 1;
  }
  if (texts == 0) return bad_file(file, 0, "holds no text");
  TokenWeights weights;
  weights.unseen_ = std::log(texts + 1);
  for (const auto& [id, count] : texts_with)
    weights.weights_[id] = std::log((texts + 1) / (count + 1));
  weights.fingerprint_ = base::hash128(*bytes).hex().substr(0, 16);
  return weights;
}

double TokenWeights::of(std::int32_t id) const {
  const auto known = weights_.find(id);
  return known == weights_.end() ? unseen_ : known->second;
}

}  // namespace assay::reference
