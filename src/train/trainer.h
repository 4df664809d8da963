#pragma once
// The training loop: steps, log, evaluation, checkpoints.
//
//   Trainer trainer(task, parameters, options);
//   auto outcome = trainer.run(stop_flag);
//
// The run folder holds:
//   config.json      what was asked for; a resumed run must ask for the same
//   log.jsonl        one line every `log_every` steps and one an evaluation
//   curves.svg       the log as a picture: loss, and score of the evaluations
//   checkpoint.bin   everything that the next step depends on; replaced in one step
//   best/, last/     model folders: of the best evaluation, and of the end
//
// Same options, data and seed give the same numbers, whatever the threads and however often the run
// was interrupted; only times and rates in the log differ.
//
// Thread-safety: one run at a time. Cost: per trained parameter 16 bytes, and activations of one
// shard a thread.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/error.h"
#include "train/adam.h"
#include "train/encoder_parameters.h"

namespace assay::train {

// train/task.h and train/encoder_task.h, which need LibTorch's headers
class Task;
class EncoderTask;

struct TrainOptions {
  std::filesystem::path out;
  double epochs = 3;
  std::size_t batch = 64;
  std::size_t shard = 16;  // rows that one thread computes at a time
  double learning_rate = 1.5e-4;
  double warmup = .06;  // share of the steps
  AdamOptions adam;
  std::uint64_t seed = 1;
  std::size_t log_every = 20;
  std::size_t evaluate_every = 0;  // steps; 0: after every epoch
  std::size_t patience = 0;        // evaluations without a better one before it stops; 0: never
  double checkpoint_minutes = 5;   // 0: none while it runs
  int threads = 0;
  bool resume = false;
  bool quiet = false;
  std::string use{};  // the command that uses the result, with {} where its folder stands
};

enum class Outcome { kFinished, kStoppedEarly, kInterrupted };

// kConflict where the folder holds a run and `resume` is not set.
Result<void> check_run_folder(const TrainOptions& options);

// `config` is everything that determines the run; it is written to the run folder and compared on
// resume (kConflict names what differs). Of files their hashes count, not where they lie.
Result<Outcome> train(const Task& task, ParameterSet& parameters, const TrainOptions& options,
                      const nlohmann::ordered_json& config, const std::atomic<bool>& stop);
Result<Outcome> train(const EncoderTask& task, EncoderParameters& parameters,
                      const TrainOptions& options, const nlohmann::ordered_json& config,
                      const std::atomic<bool>& stop);

}  // namespace assay::train
