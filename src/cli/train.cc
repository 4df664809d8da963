// `assay train ...`: runs the program assay-train, which lies beside this one. It is a program of
// its own, so that LibTorch is never loaded where models only run.

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "cli/commands.h"
#include "cli/terminal/output.h"

namespace assay::cli {
namespace {

constexpr char kHint[] =
    "`tools/setup.sh train` brings LibTorch; configure and build again, and it is built too";

bool asks_for_help(const std::vector<std::string>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
    return argument == "--help" || argument == "-h";
  });
}

ExitCode run_trainer(const std::vector<std::string>& arguments) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  const auto trainer = self.parent_path() / "assay-train";
  if (error || !std::filesystem::exists(trainer, error)) {
    if (asks_for_help(arguments)) {
      print(std::string("Train a small model, or an adapter of a language model.\n"
                        "This build has no trainer: ") +
            kHint +
            ".\n\nExamples:\n  assay train pair nli.jsonl.gz --eval dev.jsonl -o runs/nli\n");
      return finish_output();
    }
    return fail_command(
        fail(ErrorCode::kUnsupported, "this build has no trainer: assay-train is not there", kHint)
            .value());
  }
  std::vector<std::string> words = {"assay train"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(trainer.c_str(), argv.data());
  return fail_command(
      fail(ErrorCode::kIo, trainer.string() + " cannot be started: " + std::strerror(errno))
          .value());
}

}  // namespace

void add_train_command(Commands& commands) {
  auto self = std::make_shared<const CLI::App*>(nullptr);
  CLI::App* app = commands.add(
      {"train", "Train a small model, or an adapter of a language model (`assay train --help`)",
       ""},
      [self] { return run_trainer((*self)->remaining()); });
  *self = app;
  // Everything behind `train`, --help too, is for the trainer to read.
  app->set_help_flag();
  app->prefix_command();
}

}  // namespace assay::cli
