#pragma once
// The commands of assay-train.

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>

#include "assay/error.h"
#include "train/trainer.h"

namespace assay::train {

struct Command {
  CLI::App* app;
  // Runs once the command line is parsed; ends early, with a checkpoint, once the flag is set.
  std::function<Result<Outcome>(const std::atomic<bool>& stop)> run;
};

Command add_pair_command(CLI::App& program);
Command add_span_command(CLI::App& program);
Command add_question_command(CLI::App& program);
Command add_lora_command(CLI::App& program);

}  // namespace assay::train
