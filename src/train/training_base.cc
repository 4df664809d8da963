#include "train/training_base.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "assay/models.h"
#include "engine/errors.h"

namespace assay::train {
namespace {

namespace fs = std::filesystem;

void report_base(const CommonOptions& o, const EncoderParameters& parameters) {
  if (o.train.quiet) return;
  const char* part = "classifier";
  if (parameters.options.head == TrainedHead::kSpan) part = "head for answers";
  if (parameters.options.head == TrainedHead::kGenerate) part = "decoder";
  fmt::print(stderr, "starts from {}, with {} {}\n", o.base,
             parameters.has_new_head ? "a new" : "its", part);
}

bool is_only_a_name(const std::string& base) {
  std::error_code ignored;
  return !base.empty() && base.find('/') == std::string::npos && !fs::exists(base, ignored);
}

}  // namespace

Result<void> find_base_folder(CommonOptions& options) {
  if (!is_only_a_name(options.base)) return {};
  const auto found = models_path(options.base);
  if (!found) return tl::unexpected(found.error());
  options.base = found->string();
  return {};
}

Result<void> find_base_file(CommonOptions& options) {
  if (!is_only_a_name(options.base)) return {};
  for (const fs::path& folder : models_search_path()) {
    for (const fs::path& place : {folder, folder.parent_path()}) {
      const fs::path file = place / options.base / "model.gguf";
      std::error_code ignored;
      if (!fs::is_regular_file(file, ignored)) continue;
      options.base = file.string();
      return {};
    }
  }
  return fail(ErrorCode::kNotFound,
              "--base " + options.base + ": no such file, and no model of that name",
              "name a GGUF file of a language model");
}

Result<TrainingBase> open_base(const CommonOptions& o, TrainedHead head,
                               const std::vector<std::string>& labels,
                               const DecoderOptions& decoder) {
  if (auto checked = check_options(o); !checked) return tl::unexpected(checked.error());
  const Precision precision = o.precision == "bf16" ? Precision::kBf16 : Precision::kF32;
  const EncoderOptions encoder = {head, o.train_word_embeddings, o.frozen_layers, precision,
                                  decoder};
  auto parameters = load_encoder(o.base, encoder, labels, o.train.seed);
  if (!parameters) return tl::unexpected(parameters.error());
  if (o.max_length > parameters->config.max_length()) {
    return fail(ErrorCode::kInvalidOption, "--max-length is more than the base has positions for",
                fmt::format("it has {}", parameters->config.max_length()));
  }
  auto tokenizer = Tokenizer::load(std::filesystem::path(o.base) / "tokenizer.json");
  if (!tokenizer) return tl::unexpected(tokenizer.error());
  report_base(o, *parameters);
  return TrainingBase{std::move(*parameters), std::move(*tokenizer)};
}

Result<RowCaps> row_caps(const CommonOptions& options) {
  RowCaps caps;
  caps.each_source = options.source_cap;
  for (const std::string& text : options.source_caps) {
    const auto parts = split_assignment(text, "--cap");
    if (!parts) return tl::unexpected(parts.error());
    const std::string& digits = parts->second;
    if (digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos) {
      return fail(ErrorCode::kInvalidOption, "--cap wants NAME=N, not `" + text + "`");
    }
    if (!caps.of_source.emplace(parts->first, std::stoul(digits)).second) {
      return fail(ErrorCode::kInvalidOption, "--cap names `" + parts->first + "` twice");
    }
  }
  return caps;
}

std::vector<std::size_t> kept_rows(const RowSources& sources, const RowCaps& caps,
                                   const CommonOptions& options) {
  for (const auto& [name, most] : caps.of_source) {
    const bool known = std::ranges::find(sources.names, name) != sources.names.end();
    if (known) continue;
    fmt::print(stderr, "assay-train: warning: no row has the source `{}` of --cap {}={}\n", name,
               name, most);
  }
  return capped_rows(sources, caps, options.train.seed);
}

Result<void> check_evaluation_size(const NamedFile& file, std::size_t rows) {
  if (rows > 0) return {};
  return engine::fail_in_file(ErrorCode::kInvalidInput, file.file,
                              "has no rows by which --eval could judge");
}

void report_rows(const TokenRows& rows, const CommonOptions& options, const std::string& more) {
  if (options.train.quiet) return;
  const auto count = static_cast<double>(std::max<std::size_t>(1, rows.size()));
  fmt::print(stderr, "{} rows, {} tokens, {:.1f} a row{}\n", rows.size(), rows.token_count(),
             static_cast<double>(rows.token_count()) / count, more);
}

}  // namespace assay::train
