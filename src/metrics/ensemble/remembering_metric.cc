#include "metrics/ensemble/remembering_metric.h"

namespace assay::ensemble {
namespace {

// Of everything in the records that a metric may look at.
base::Hash128 hash_of(std::span<const Record> window) {
  base::Hasher128 hasher;
  const auto add_count = [&](std::size_t count) { hasher.add(std::to_string(count)); };
  add_count(window.size());
  for (const Record& record : window) {
    hasher.add(record.id).add(record.response);
    add_count(record.knowledge.size());
    for (const Passage& passage : record.knowledge)
      hasher.add(passage.id).add(passage.title).add(passage.text);
    add_count(record.history.size());
    for (const Turn& turn : record.history) hasher.add(turn.speaker).add(turn.text);
    add_count(record.references.size());
    for (const std::string& reference : record.references) hasher.add(reference);
    hasher.add(record.label_json).add(record.extra_json);
  }
  return hasher.digest();
}

}  // namespace

Result<std::vector<RecordResult>> RememberingMetric::score(std::span<const Record> window) {
  const base::Hash128 hash = hash_of(window);
  if (last_ && last_->window == hash) return last_->results;
  last_.reset();
  auto results = metric_->score(window);
  if (results) last_ = Remembered{hash, *results};
  return results;
}

}  // namespace assay::ensemble
