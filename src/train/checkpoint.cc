#include "train/checkpoint.h"

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "base/hash.h"
#include "base/parse_json.h"
#include "engine/errors.h"
#include "train/files.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "assay.train.checkpoint/1\n";

std::string_view bytes_of(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::array<std::vector<float>*, 3> list(const CheckpointArrays& arrays) {
  return {&arrays.values, &arrays.first, &arrays.second};
}

// One line of JSON: the progress, and the hash of the arrays behind it. Numbers are written so that
// they read back as the same bits.
std::string header_of(const Progress& progress, const CheckpointArrays& arrays) {
  base::Hasher128 hasher;
  for (const auto* values : list(arrays)) hasher.add(bytes_of(*values));
  const Json header = {{"step", progress.step},
                       {"loss_sum", progress.loss_sum},
                       {"loss_count", progress.loss_count},
                       {"best_score", progress.best_score},
                       {"has_best", progress.has_best},
                       {"evaluations_since_best", progress.evaluations_since_best},
                       {"log_bytes", progress.log_bytes},
                       {"seconds", progress.seconds},
                       {"finished", progress.finished},
                       {"values", arrays.values.size()},
                       {"hash", hasher.digest().hex()}};
  return header.dump() + "\n";
}

tl::unexpected<Error> damaged(const std::filesystem::path& file, const std::string& why) {
  return engine::fail_in_file(ErrorCode::kCorrupt, file.string(), why,
                              "start the run anew in another folder");
}

Progress progress_of(const Json& header) {
  Progress progress;
  header.at("step").get_to(progress.step);
  header.at("loss_sum").get_to(progress.loss_sum);
  header.at("loss_count").get_to(progress.loss_count);
  header.at("best_score").get_to(progress.best_score);
  header.at("has_best").get_to(progress.has_best);
  header.at("evaluations_since_best").get_to(progress.evaluations_since_best);
  header.at("log_bytes").get_to(progress.log_bytes);
  header.at("seconds").get_to(progress.seconds);
  header.at("finished").get_to(progress.finished);
  return progress;
}

}  // namespace

Result<void> save_checkpoint(const std::filesystem::path& file, const Progress& progress,
                             const CheckpointArrays& arrays) {
  return write_durably(file, [&](const WriteBytes& write) {
    write(kMagic);
    write(header_of(progress, arrays));
    for (const auto* values : list(arrays)) write(bytes_of(*values));
  });
}

Result<Progress> load_checkpoint(const std::filesystem::path& file,
                                 const CheckpointArrays& arrays) {
  const auto bytes = read_whole_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  std::string_view rest = *bytes;
  if (!rest.starts_with(kMagic)) return damaged(file, "is no checkpoint of this version");
  rest.remove_prefix(kMagic.size());
  const std::size_t end = rest.find('\n');
  const Json header = base::parse_json<Json>(rest.substr(0, end));
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  const std::size_t size = arrays.values.size() * sizeof(float);
  if (!header.is_object() || rest.size() != 3 * size) {
    return damaged(file, "is cut short or of a network of another size");
  }
  for (auto* values : list(arrays)) {
    std::memcpy(values->data(), rest.data(), size);
    rest.remove_prefix(size);
  }
  try {
    base::Hasher128 hasher;
    for (const auto* values : list(arrays)) hasher.add(bytes_of(*values));
    if (header.at("hash").get<std::string>() != hasher.digest().hex()) {
      return damaged(file, "is damaged: its hash does not fit");
    }
    return progress_of(header);
  } catch (const Json::exception& exception) {
    return damaged(file, std::string("is damaged: ") + exception.what());
  }
}

}  // namespace assay::train
