#include "model/row_runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "base/hash.h"
#include "base/parallel.h"

namespace assay::model {
namespace {

std::string_view bytes_of(const std::vector<std::int32_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(std::int32_t)};
}

std::string to_bytes(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::vector<float> from_bytes(const std::string& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

// The options that decide how texts are cut into rows, as far as they are given: "/window=64".
std::string cutting(const ModelOptions& options) {
  std::string text;
  const std::pair<const char*, int> given[] = {
      {"max_length", options.max_length}, {"window", options.window}, {"stride", options.stride}};
  for (const auto& [name, value] : given) {
    if (value > 0) text += std::string("/") + name + "=" + std::to_string(value);
  }
  return text;
}

constexpr std::size_t kMostRecentFloats = 4'000'000;  // 16 MB

Result<void> check_options(const ModelOptions& options) {
  if (options.threads < 0 || options.batch_tokens < 1 || options.max_length < 0 ||
      options.window < 0 || options.stride < 0) {
    return fail(ErrorCode::kInvalidOption, "model options must not be negative",
                "0 leaves the choice to the model");
  }
  return {};
}

}  // namespace

Row row_of(const Encoding& encoding) {
  Row row;
  row.ids.assign(encoding.ids.begin(), encoding.ids.end());
  row.types.assign(encoding.type_ids.begin(), encoding.type_ids.end());
  return row;
}

Result<std::unique_ptr<RowRunner>> RowRunner::load(const std::filesystem::path& path, Head head,
                                                   const ModelOptions& options,
                                                   std::optional<std::size_t> layer) {
  if (auto checked = check_options(options); !checked) return tl::unexpected(checked.error());
  auto folder = open_model_folder(path);
  if (!folder) return tl::unexpected(folder.error());
  std::unique_ptr<RowRunner> runner(new RowRunner());
  runner->folder_ = std::move(*folder);
  runner->folder_.layer = layer;
  runner->head_ = head;
  runner->options_ = options;
  if (head == Head::kEmbed) {
    if (auto added = add_sentence_modules(runner->folder_); !added) {
      return tl::unexpected(added.error());
    }
  }
  runner->max_length_ = runner->folder_.max_length;
  if (options.max_length > 0) {
    runner->max_length_ =
        std::min(runner->max_length_, static_cast<std::size_t>(options.max_length));
  }
  auto tokenizer = Tokenizer::load(runner->folder_.tokenizer);
  if (!tokenizer) return tl::unexpected(tokenizer.error());
  runner->tokenizer_ = std::move(*tokenizer);
  auto engine = load_engine(runner->folder_, head,
                            {.threads = base::resolve_threads(options.threads),
                             .batch_tokens = static_cast<std::size_t>(options.batch_tokens),
                             .interrupt = options.interrupt});
  if (!engine) return tl::unexpected(engine.error());
  runner->engine_ = std::move(*engine);
  runner->arithmetic_ = runner->folder_.fingerprint + "/" + runner->engine_->name();
  if (head == Head::kTokens)
    runner->arithmetic_ += layer ? "/layer=" + std::to_string(*layer) : "/tokens";
  runner->fingerprint_ = runner->arithmetic_ + cutting(options);
  return runner;
}

CacheKey RowRunner::key_of(const Row& row) const {
  base::Hasher128 hasher;
  hasher.add(arithmetic_).add(bytes_of(row.ids)).add(bytes_of(row.types));
  const base::Hash128 hash = hasher.digest();
  return {hash.high, hash.low};
}

// A value of another size than the head computes comes from a damaged cache.
bool RowRunner::plausible(const Row& row, const std::string& cached) const {
  const std::size_t floats = cached.size() / sizeof(float);
  if (floats == 0 || cached.size() % sizeof(float) != 0) return false;
  if (head_ == Head::kSpan) return floats == 2 * row.size();
  if (head_ == Head::kTokens) {
    return floats % row.size() == 0 &&
           (config().hidden_size == 0 || floats == row.size() * config().hidden_size);
  }
  const std::size_t known = head_ == Head::kClassify ? config().labels.size() : embedding_size();
  return known == 0 || floats == known;
}

Result<std::vector<std::vector<float>>> RowRunner::run(std::vector<Row> rows, std::size_t inputs) {
  const std::lock_guard lock(mutex_);
  stats_.inputs += inputs;
  std::vector<Row> unique;
  std::vector<CacheKey> keys;
  std::vector<std::size_t> place(rows.size());
  std::unordered_map<CacheKey, std::size_t> seen;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CacheKey key = key_of(rows[i]);
    const auto [found, added] = seen.emplace(key, unique.size());
    place[i] = found->second;
    if (!added) {
      ++stats_.duplicates;
      continue;
    }
    unique.push_back(std::move(rows[i]));
    keys.push_back(key);
  }
  std::vector<std::vector<float>> outputs(unique.size());
  std::vector<std::size_t> wanted;
  std::vector<std::optional<std::string>> known(unique.size());
  if (options_.cache != nullptr) known = options_.cache->get(keys);
  for (std::size_t i = 0; i < unique.size(); ++i) {
    if (known[i] && plausible(unique[i], *known[i])) {
      outputs[i] = from_bytes(*known[i]);
      ++stats_.cached;
    } else if (const auto recent = recent_.find(keys[i]); recent != recent_.end()) {
      outputs[i] = recent->second;
      ++stats_.duplicates;
    } else {
      wanted.push_back(i);
    }
  }
  if (auto computed = compute(unique, keys, wanted, outputs); !computed) {
    return tl::unexpected(computed.error());
  }
  std::vector<std::vector<float>> results(place.size());
  for (std::size_t i = 0; i < place.size(); ++i) results[i] = outputs[place[i]];
  return results;
}

Result<void> RowRunner::compute(const std::vector<Row>& rows, const std::vector<CacheKey>& keys,
                                const std::vector<std::size_t>& wanted,
                                std::vector<std::vector<float>>& outputs) {
  if (wanted.empty()) return {};
  std::vector<Row> missing;
  missing.reserve(wanted.size());
  for (const std::size_t i : wanted) missing.push_back(rows[i]);
  EngineWork work;
  const auto begin = std::chrono::steady_clock::now();
  auto computed = engine_->run(missing, work);
  if (!computed) return tl::unexpected(computed.error());
  if (auto checked = check_numbers(*computed); !checked) return checked;
  stats_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  stats_.rows += missing.size();
  for (const Row& row : missing) stats_.tokens += row.size();
  stats_.padded_tokens += work.padded_tokens;
  std::vector<CacheKey> new_keys;
  std::vector<std::string> new_values;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    outputs[wanted[i]] = std::move((*computed)[i]);
    remember(keys[wanted[i]], outputs[wanted[i]]);
    if (options_.cache == nullptr) continue;
    new_keys.push_back(keys[wanted[i]]);
    new_values.push_back(to_bytes(outputs[wanted[i]]));
  }
  if (options_.cache != nullptr) options_.cache->put(new_keys, new_values);
  return {};
}

// NaN compares as no answer, and is a probability of no label.
Result<void> RowRunner::check_numbers(const std::vector<std::vector<float>>& outputs) const {
  const auto is_finite = [](float value) { return std::isfinite(value); };
  for (const auto& output : outputs) {
    if (std::ranges::all_of(output, is_finite)) continue;
    auto failure = fail(ErrorCode::kCorrupt, "the model computes no finite numbers",
                        "its weights are damaged, or the training that made them diverged");
    failure.value().file = folder_.folder.string();
    return failure;
  }
  return {};
}

void RowRunner::remember(const CacheKey& key, const std::vector<float>& output) {
  if (recent_floats_ + output.size() > kMostRecentFloats) {
    recent_.clear();
    recent_floats_ = 0;
  }
  if (recent_.emplace(key, output).second) recent_floats_ += output.size();
}

ModelStats RowRunner::stats() const {
  const std::lock_guard lock(mutex_);
  return stats_;
}

}  // namespace assay::model
