#include "train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "base/parallel.h"
#include "base/parse_json.h"
#include "engine/errors.h"
#include "train/checkpoint.h"
#include "train/curves.h"
#include "train/files.h"
#include "train/math/blas.h"
#include "train/run_log.h"
#include "train/schedule.h"
#include "train/task.h"

namespace assay::train {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::filesystem::path config_file_of(const TrainOptions& options) {
  return options.out / "config.json";
}

bool holds_model(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / "model.safetensors", ignored) ||
         std::filesystem::exists(folder / "adapter.gguf", ignored);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// What one shard gives back.
struct ShardResult {
  LossGradient loss;
  std::exception_ptr failure;
};

class Run {
 public:
  Run(const Task& task, ParameterSet& parameters, const TrainOptions& options,
      const std::atomic<bool>& stop)
      : task_(task),
        parameters_(parameters),
        options_(options),
        stop_(stop),
        adam_(parameters, options.adam),
        batches_(task.row_count(), options.batch, options.seed),
        steps_(static_cast<std::size_t>(
            std::ceil(options.epochs * static_cast<double>(batches_.per_epoch())))) {}

  Result<Outcome> run(const Json& config) {
    if (auto opened = open_folder(config); !opened) return tl::unexpected(opened.error());
    last_checkpoint_ = Clock::now();
    const bool was_finished = progress_.finished;
    const Result<Outcome> outcome = was_finished ? Outcome::kFinished : make_steps();
    if (outcome && *outcome != Outcome::kInterrupted) tell_end(was_finished);
    return outcome;
  }

 private:
  enum class Next { kGoOn, kStopEarly, kInterrupt };

  Result<Outcome> make_steps() {
    while (progress_.step < steps_) {
      const auto begin = Clock::now();
      if (auto stepped = step(); !stepped) return tl::unexpected(stepped.error());
      progress_.seconds += seconds_since(begin);
      const auto goes_on = after_step();
      if (!goes_on) return tl::unexpected(goes_on.error());
      if (*goes_on == Next::kStopEarly) return Outcome::kStoppedEarly;
      if (*goes_on == Next::kInterrupt) return Outcome::kInterrupted;
    }
    return Outcome::kFinished;
  }

  // Where the result lies, and what to do with it.
  void tell_end(bool was_finished) const {
    const std::string folder = (options_.out / (progress_.has_best ? "best" : "last")).string();
    std::string text =
        fmt::format("finished{} after step {}; ", was_finished ? " already" : "", progress_.step);
    if (progress_.has_best) {
      text += fmt::format("the best evaluation, score {:.4f}, is that of {}, the end {}",
                          progress_.best_score, folder, (options_.out / "last").string());
    } else {
      text += fmt::format("it was not evaluated (--eval); the model is {}", folder);
    }
    log_->say(text);
    if (!options_.use.empty()) {
      log_->say("use it:  " + use_of(folder));
    }
  }

  // The last {} is the place: a path before it may hold braces of its own.
  std::string use_of(const std::string& folder) const {
    std::string use = options_.use;
    const std::size_t place = use.rfind("{}");
    return place == std::string::npos ? use : use.replace(place, 2, folder);
  }

  std::filesystem::path checkpoint_file() const { return options_.out / "checkpoint.bin"; }
  CheckpointArrays arrays() { return {parameters_.trained(), adam_.first(), adam_.second()}; }

  Result<void> open_folder(const Json& config) {
    if (auto usable = check_run_folder(options_); !usable) return usable;
    if (auto made = make_folder(options_.out); !made) return made;
    const auto config_file = config_file_of(options_);
    if (std::filesystem::exists(config_file)) {
      if (auto same = compare_with(config_file, config); !same) return same;
    } else if (auto wrote = write_text_durably(config_file, config.dump(2) + "\n"); !wrote) {
      return wrote;
    }
    if (!std::filesystem::exists(checkpoint_file())) {
      if (auto unfinished = check_unfinished(); !unfinished) return unfinished;
    } else {
      const auto loaded = load_checkpoint(checkpoint_file(), arrays());
      if (!loaded) return tl::unexpected(loaded.error());
      progress_ = *loaded;
      if (auto fits = check_progress(); !fits) return fits;
    }
    auto log = RunLog::open(options_.out / "log.jsonl", progress_.log_bytes, options_.quiet);
    if (!log) return tl::unexpected(log.error());
    log_ = std::make_unique<RunLog>(std::move(*log));
    log_->announce(steps_, batches_.per_epoch(), progress_.step);
    return {};
  }

  // Without a checkpoint. last/ is written when a run ends, right before its last checkpoint, of
  // which a full disk leaves a part.
  Result<void> check_unfinished() const {
    if (!holds_model(options_.out / "last") ||
        std::filesystem::exists(unfinished_of(checkpoint_file())))
      return {};
    return engine::fail_in_file(
        ErrorCode::kConflict, options_.out.string(),
        "the run has finished, and its checkpoint.bin is gone: there is nothing to go on from",
        "its models are in it; a new run wants another folder");
  }

  // Of files only the hashes count: they may have been moved.
  static bool same_value(const Json& old, const Json& value) {
    if (!value.is_array() || !old.is_array() || old.size() != value.size()) return old == value;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const bool are_files = value[i].is_object() && old[i].is_object() &&
                             value[i].contains("sha256") && old[i].contains("sha256");
      if (are_files ? old[i]["sha256"] != value[i]["sha256"] : old[i] != value[i]) return false;
    }
    return true;
  }

  static Result<void> compare_with(const std::filesystem::path& file, const Json& config) {
    const auto text = read_whole_file(file);
    if (!text) return tl::unexpected(text.error());
    const Json old = base::parse_json<Json>(*text);
    if (!old.is_object()) {
      return engine::fail_in_file(ErrorCode::kCorrupt, file.string(), "is not a JSON object");
    }
    std::string differing;
    for (const auto& [name, value] : config.items()) {
      // Which base it is, its files say.
      if (name == "base" || (old.contains(name) && same_value(old.at(name), value))) continue;
      differing += (differing.empty() ? "" : ", ") + name;
    }
    if (differing.empty()) return {};
    return engine::fail_in_file(ErrorCode::kConflict, file.string(),
                                "the run was started with other values of: " + differing,
                                "resume it with the options and data it was started with");
  }

  // A log that was lost would be filled up with zeros to the length that it had.
  Result<void> check_progress() const {
    const auto log_file = options_.out / "log.jsonl";
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(log_file, error);
    if (progress_.step > steps_) {
      return engine::fail_in_file(ErrorCode::kCorrupt, checkpoint_file().string(),
                                  "is of a later step than the run has",
                                  "start the run anew in another folder");
    }
    if (error || size < progress_.log_bytes) {
      return engine::fail_in_file(ErrorCode::kCorrupt, log_file.string(),
                                  "is missing, or shorter than when the checkpoint was written",
                                  "put the file back, or start the run anew in another folder");
    }
    for (const auto& [name, was_saved] :
         {std::pair("best", progress_.has_best), std::pair("last", progress_.finished)}) {
      if (!was_saved || holds_model(options_.out / name)) continue;
      return engine::fail_in_file(ErrorCode::kCorrupt, (options_.out / name).string(),
                                  "holds no model, though the run saved one",
                                  "put it back, or start the run anew in another folder");
    }
    return {};
  }

  ShardResult compute(std::span<const std::size_t> rows, double weight) const {
    ShardResult result;
    try {
      use_single_thread_here();
      result.loss = task_.gradient(rows, weight);
    } catch (...) {
      result.failure = std::current_exception();
    }
    return result;
  }

  Result<void> step() {
    const auto rows = batches_.rows_of(progress_.step);
    double weight = 0;
    std::size_t tokens = 0;
    for (const std::size_t row : rows) {
      weight += task_.row_weight(row);
      tokens += task_.row_length(row);
    }
    const auto shards = split_by_length(rows, options_.shard,
                                        [&](std::size_t row) { return task_.row_length(row); });
    std::vector<ShardResult> results(shards.size());
    base::parallel_for(shards.size(), options_.threads, [&](std::size_t i) {
      results[i] = compute(shards[i], std::max(weight, 1e-6));
    });
    std::vector<ShardGradient> gradients;
    double loss = 0;
    for (const ShardResult& result : results) {
      if (result.failure) return failure_of(result.failure);
      loss += result.loss.value;
      ShardGradient pointers;
      for (const at::Tensor& tensor : result.loss.gradients) {
        pointers.push_back(tensor.data_ptr<float>());
      }
      gradients.push_back(std::move(pointers));
    }
    if (!std::isfinite(loss)) {
      return fail(ErrorCode::kInvalidInput,
                  "the loss of step " + std::to_string(progress_.step + 1) + " is not a number",
                  "a lower --learning-rate helps");
    }
    rate_ = learning_rate(progress_.step, steps_, options_.learning_rate, options_.warmup);
    norm_ = adam_.step(parameters_, gradients, progress_.step + 1, rate_, options_.threads);
    if (auto checked = check_numbers(); !checked) return checked;
    ++progress_.step;
    progress_.loss_sum += loss;
    ++progress_.loss_count;
    log_->count(rows.size(), tokens);
    return {};
  }

  // What cannot be computed with must not be saved, least of all in the place of what can.
  Result<void> check_numbers() const {
    const auto& values = parameters_.trained();
    if (std::ranges::all_of(values, [](float value) { return std::isfinite(value); })) return {};
    return fail(ErrorCode::kInvalidInput,
                "step " + std::to_string(progress_.step + 1) +
                    " makes numbers of the network infinite or none",
                "a lower --learning-rate helps");
  }

  static Result<void> failure_of(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& exception) {
      return fail(ErrorCode::kInternal, std::string("LibTorch: ") + exception.what());
    }
  }

  Result<Next> after_step() {
    const bool last = progress_.step == steps_;
    if (last || progress_.step % options_.log_every == 0) write_step();
    log_->show({progress_.step, steps_, progress_.seconds, shown_loss()});
    Next next = Next::kGoOn;
    const std::size_t every =
        options_.evaluate_every > 0 ? options_.evaluate_every : batches_.per_epoch();
    if (task_.can_evaluate() && (last || progress_.step % every == 0)) {
      if (auto evaluated = evaluate(); !evaluated) return tl::unexpected(evaluated.error());
      if (options_.patience > 0 && progress_.evaluations_since_best >= options_.patience) {
        next = Next::kStopEarly;
      }
    }
    progress_.finished = last || next == Next::kStopEarly;
    if (progress_.finished) {
      const auto drawn = draw_curves(options_.out / "log.jsonl", options_.out / "curves.svg");
      if (!drawn) return tl::unexpected(drawn.error());
      const auto saved = task_.save_model(options_.out / "last", model_config_);
      if (!saved) return tl::unexpected(saved.error());
    } else if (stop_.load()) {
      next = Next::kInterrupt;
    }
    const bool due = options_.checkpoint_minutes > 0 &&
                     seconds_since(last_checkpoint_) > options_.checkpoint_minutes * 60;
    if (due || progress_.finished || next != Next::kGoOn) {
      if (auto saved = checkpoint(); !saved) return tl::unexpected(saved.error());
    }
    return next;
  }

  Result<void> checkpoint() {
    if (auto synced = log_->sync(); !synced) return synced;
    progress_.log_bytes = log_->size();
    last_checkpoint_ = Clock::now();
    return save_checkpoint(checkpoint_file(), progress_, arrays());
  }

  // The mean since the last line of the log; right behind it, that line's.
  double shown_loss() const {
    if (progress_.loss_count == 0) return current_loss_;
    return progress_.loss_sum / static_cast<double>(progress_.loss_count);
  }

  void write_step() {
    current_loss_ = progress_.loss_sum / static_cast<double>(progress_.loss_count);
    const auto [rows, tokens] = log_->rates();
    log_->write(
        {{"step", progress_.step},
         {"epoch", static_cast<double>(progress_.step) / static_cast<double>(batches_.per_epoch())},
         {"loss", current_loss_},
         {"learning_rate", rate_},
         {"gradient_norm", norm_},
         {"examples_per_second", rows},
         {"tokens_per_second", tokens},
         {"seconds", progress_.seconds}});
    progress_.loss_sum = 0;
    progress_.loss_count = 0;
  }

  Result<void> evaluate() {
    const auto begin = Clock::now();
    const Evaluation evaluation = task_.evaluate(options_.threads);
    if (!std::isfinite(evaluation.score)) {
      return fail(ErrorCode::kInvalidInput,
                  "the score of the evaluation after step " + std::to_string(progress_.step) +
                      " is not a number",
                  "a lower --learning-rate helps");
    }
    model_config_ = evaluation.config;
    const bool better = !progress_.has_best || evaluation.score > progress_.best_score;
    progress_.evaluations_since_best = better ? 0 : progress_.evaluations_since_best + 1;
    Json line = {{"step", progress_.step}, {"score", evaluation.score}, {"best", better}};
    line["evaluation"] = evaluation.report;
    line["evaluation_seconds"] = seconds_since(begin);
    log_->write(line);
    log_->say("step " + std::to_string(progress_.step) + ": " + evaluation.summary +
              (better ? "  (best so far)" : ""));
    log_->pause();
    if (auto drawn = draw_curves(options_.out / "log.jsonl", options_.out / "curves.svg"); !drawn) {
      return drawn;
    }
    if (!better) return {};
    progress_.best_score = evaluation.score;
    progress_.has_best = true;
    return task_.save_model(options_.out / "best", model_config_);
  }

  const Task& task_;
  ParameterSet& parameters_;
  const TrainOptions& options_;
  const std::atomic<bool>& stop_;
  Adam adam_;
  Batches batches_;
  std::size_t steps_;
  Progress progress_;
  std::unique_ptr<RunLog> log_;
  Clock::time_point last_checkpoint_;
  Json model_config_ = Json::object();  // of the last evaluation
  double rate_ = 0;
  double norm_ = 0;
  double current_loss_ = 0;
};

// A full disk: runs of `assay score` go on without an option.
Result<Outcome> in_words_of_training(Result<Outcome> outcome) {
  if (!outcome && outcome.error().code == ErrorCode::kIo && !outcome.error().hint.empty()) {
    outcome.error().hint = "make room; the same command with --resume goes on";
  }
  return outcome;
}

}  // namespace

Result<void> check_run_folder(const TrainOptions& options) {
  std::error_code ignored;
  if (std::filesystem::exists(config_file_of(options), ignored)) {
    if (options.resume) return {};
    return engine::fail_in_file(ErrorCode::kConflict, options.out.string(), "holds a run already",
                                "--resume goes on with it; or name another folder");
  }
  for (const char* name : {"checkpoint.bin", "log.jsonl", "curves.svg", "best", "last"}) {
    if (!std::filesystem::exists(options.out / name, ignored)) continue;
    return engine::fail_in_file(ErrorCode::kConflict, (options.out / name).string(),
                                "would be overwritten, and is of no run: there is no config.json",
                                "name another folder");
  }
  return {};
}

Result<Outcome> train(const Task& task, ParameterSet& parameters, const TrainOptions& options,
                      const Json& config, const std::atomic<bool>& stop) {
  if (task.row_count() == 0) {
    return fail(ErrorCode::kInvalidInput, "there is nothing to train on: no rows were read");
  }
  std::size_t row = 0;
  while (row < task.row_count() && !(task.row_weight(row) > 0)) ++row;
  if (row == task.row_count()) {
    return fail(ErrorCode::kInvalidInput,
                "there is nothing to train on: every row has the weight 0");
  }
  return in_words_of_training(Run(task, parameters, options, stop).run(config));
}

}  // namespace assay::train
