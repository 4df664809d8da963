// How fast a language model writes many texts at a time, against llama.cpp's own batched benchmark
// in the same run.
//
//   tools/llama/build_program.sh llama-batched-bench             # once
//   generation_bench [MODEL.gguf [PROMPT_TOKENS WRITTEN_TOKENS SEQUENCES THREADS]]
//
// Both read as many prompts of as many tokens and write as many tokens behind each, in one batch;
// tokens a second are those of prompts and texts together. The peer runs twice: with what assay
// computes with, so that its results do not depend on what is computed together (a cache of 32
// bits, no flash attention), and as it is by default. Where the peer is not built, assay is
// measured alone.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/generate.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 3;

struct Work {
  std::string model = ASSAY_SOURCE_DIR "/.deps/smollm2-135m-instruct/model.gguf";
  int prompt = 128;
  int written = 64;
  int sequences = 8;
  int threads = 2;
};

// Different prompts, so that nothing of them is read once for several.
std::vector<assay::Prompt> prompts_of(const assay::Generator& model, const Work& work) {
  const std::string story =
      "the ferry left the island at nine in the morning and the lighthouse keeper counted the ";
  std::vector<assay::Prompt> prompts;
  for (int i = 0; i < work.sequences; ++i) {
    std::string text = std::to_string(i) + " times ";
    std::vector<assay::TokenId> tokens;
    while (tokens.size() < static_cast<std::size_t>(work.prompt)) {
      text += story;
      tokens = model.tokenize(text).value();
    }
    tokens.resize(static_cast<std::size_t>(work.prompt));
    prompts.push_back({"", tokens});
  }
  return prompts;
}

// Tokens a second, best of some rounds.
double measure_assay(const Work& work) {
  const auto model =
      assay::Generator::load(work.model, {.threads = work.threads, .parallel = work.sequences});
  if (!model) {
    fmt::print(stderr, "{}\n", model.error().to_string());
    std::exit(1);
  }
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    auto prompts = prompts_of(**model, work);
    // Other prompts each time: those of the round before may still be in the cache.
    for (auto& prompt : prompts)
      std::rotate(prompt.tokens.begin(), prompt.tokens.begin() + 1 + round, prompt.tokens.end());
    const auto begin = Clock::now();
    const auto texts = (*model)->generate(prompts, {.max_tokens = work.written});
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    std::size_t tokens = prompts.size() * static_cast<std::size_t>(work.prompt);
    for (const auto& text : texts.value()) tokens += text.value().front().tokens.size();
    best = std::max(best, static_cast<double>(tokens) / seconds);
  }
  return best;
}

std::optional<double> measure_peer(const Work& work, const std::string& more) {
  const std::string program = ASSAY_SOURCE_DIR "/.deps/llama-batched-bench/llama-batched-bench";
  if (!std::filesystem::exists(program)) return std::nullopt;
  const int cells = work.sequences * (work.prompt + work.written) + 64;
  const std::string command = fmt::format(
      "'{}' -m '{}' -npp {} -ntg {} -npl {} -c {} -b 2048 -ub 512 -t {} -tb {} --output-format "
      "jsonl "
      "{} 2>/dev/null",
      program, work.model, work.prompt, work.written, work.sequences, cells, work.threads,
      work.threads, more);
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::unique_ptr<FILE, int (*)(FILE*)> out(popen(command.c_str(), "r"), pclose);
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), line.size(), out.get()) != nullptr) {
      const auto found = nlohmann::json::parse(line.data(), nullptr, false);
      if (found.is_object() && found.contains("speed")) {
        best = std::max(best, found.at("speed").get<double>());
      }
    }
  }
  return best > 0 ? std::optional(best) : std::nullopt;
}

void report(const char* what, double speed, const std::optional<double>& peer) {
  fmt::print("{:<52} {:>9.1f} tokens/s", what, speed);
  if (peer) fmt::print("   assay: {:.2f} times as fast", speed > 0 ? *peer / speed : 0);
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Work work;
  if (argc > 1) work.model = argv[1];
  int* const numbers[] = {&work.prompt, &work.written, &work.sequences, &work.threads};
  for (int i = 2; i < argc && i < 6; ++i) *numbers[i - 2] = std::atoi(argv[i]);
  if (!std::filesystem::exists(work.model)) {
    fmt::print("no model at {}: nothing was measured\n", work.model);
    return 0;
  }
  fmt::print("{} prompts of {} tokens, {} written behind each, {} threads, best of {} rounds\n",
             work.sequences, work.prompt, work.written, work.threads, kRounds);
  const double assay = measure_assay(work);
  report("assay", assay, std::nullopt);
  const auto same = measure_peer(work, "-fa off -ctk f32 -ctv f32");
  const auto usual = measure_peer(work, "");
  if (same) report("llama-batched-bench, same arithmetic", *same, assay);
  if (usual) report("llama-batched-bench, as it is by default", *usual, assay);
  if (!same && !usual)
    fmt::print(
        "llama-batched-bench is not built: tools/llama/build_program.sh llama-batched-bench\n");
  return 0;
}
