#include "metrics/q2/model_generator.h"

#include <chrono>
#include <utility>

#include "base/hash.h"
#include "base/parse_json.h"

namespace assay::q2 {
namespace {

constexpr char kStyle[] = "generated";

std::vector<Question> best_of(const std::vector<std::string>& texts, int most) {
  std::vector<Question> questions;
  for (const std::string& text : texts) {
    if (questions.size() < static_cast<std::size_t>(most)) questions.push_back({text, kStyle});
  }
  return questions;
}

// Nothing when a cache that was damaged gives something else.
std::optional<std::vector<std::string>> read_cached(const std::string& value) {
  const auto json = base::parse_json<nlohmann::json>(value);
  if (!json.is_array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const auto& text : json) {
    if (!text.is_string()) return std::nullopt;
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

}  // namespace

Result<std::vector<Questions>> ModelGenerator::generate(std::span<const QuestionRequest> requests,
                                                        const QuestionOptions& options) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> inputs;
  std::vector<Asked> open;  // not answered yet, each input once
  Answers answers;
  for (const QuestionRequest& request : requests) {
    const std::string& input = inputs.emplace_back(input_of(request));
    const auto known = last_.find(input);
    const bool is_new =
        answers.emplace(input, known == last_.end() ? Texts() : known->second).second;
    if (is_new && known == last_.end()) open.push_back({input, &request});
  }
  stats_.inputs += inputs.size();
  stats_.duplicates += inputs.size() - open.size();
  recall(open, answers);
  if (auto written = write_open(open, answers); !written) return tl::unexpected(written.error());

  std::vector<Questions> all;
  for (const std::string& input : inputs) {
    const Result<Texts>& texts = answers.at(input);
    if (texts) {
      all.emplace_back(best_of(*texts, options.most));
    } else {
      all.emplace_back(tl::unexpected(texts.error()));
    }
  }
  last_ = std::move(answers);
  return all;
}

// Takes those out of `open` that the cache knows.
void ModelGenerator::recall(std::vector<Asked>& open, Answers& answers) const {
  if (cache_ == nullptr || open.empty()) return;
  std::vector<CacheKey> keys;
  for (const Asked& asked : open) keys.push_back(key_of(asked.input));
  const auto cached = cache_->get(keys);
  std::vector<Asked> unknown;
  for (std::size_t i = 0; i < open.size(); ++i) {
    auto texts = cached[i] ? read_cached(*cached[i]) : std::nullopt;
    if (texts) {
      answers.at(open[i].input) = *std::move(texts);
      ++stats_.cached;
    } else {
      unknown.push_back(std::move(open[i]));
    }
  }
  open = std::move(unknown);
}

Result<void> ModelGenerator::write_open(std::span<const Asked> open, Answers& answers) const {
  if (open.empty()) return {};
  const auto start = std::chrono::steady_clock::now();
  std::vector<const QuestionRequest*> requests;
  for (const Asked& asked : open) requests.push_back(asked.request);
  auto written = write(requests, stats_);
  if (!written) return tl::unexpected(written.error());
  for (std::size_t i = 0; i < open.size(); ++i) {
    answers.at(open[i].input) = std::move((*written)[i]);
  }
  stats_.padded_tokens = stats_.tokens;
  stats_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  remember(open, answers);
  return {};
}

void ModelGenerator::remember(std::span<const Asked> written, const Answers& answers) const {
  if (cache_ == nullptr) return;
  std::vector<CacheKey> keys;
  std::vector<std::string> values;
  for (const Asked& asked : written) {
    const Result<Texts>& texts = answers.at(asked.input);
    if (!texts) continue;
    keys.push_back(key_of(asked.input));
    values.push_back(nlohmann::json(*texts).dump());
  }
  cache_->put(keys, values);
}

CacheKey ModelGenerator::key_of(const std::string& input) const {
  base::Hasher128 hasher;
  hasher.add(fingerprint()).add(input);
  const base::Hash128 hash = hasher.digest();
  return {hash.high, hash.low};
}

std::optional<ModelStats> ModelGenerator::stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace assay::q2
