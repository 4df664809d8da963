// How fast a tokenizer encodes lines, on one thread. tokenizer_bench.py runs it beside the Python
// package `tokenizers` on the same lines and prints the ratio.
//
//   tokenizer_bench TOKENIZER_JSON LINES.txt ROUNDS
//
// Prints {"tokens": per round, "seconds": best round, "load_seconds"}. Without arguments it encodes
// a few sentences of its own, so that it also runs where there is no Python.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "assay/tokenizer.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<std::string> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> own_lines() {
  return {4000, "The tokenizer splits rare words, such as thermodynamics, into pieces (2 or 3)."};
}

// Tokens of one pass over the lines.
std::size_t encode_all(const assay::Tokenizer& tokenizer, const std::vector<std::string>& lines) {
  std::size_t tokens = 0;
  for (const std::string& line : lines) tokens += tokenizer.encode(line).value().size();
  return tokens;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string file = argc > 1 ? argv[1] : ASSAY_SOURCE_DIR "/models/qa/tokenizer.json";
  const std::vector<std::string> lines = argc > 2 ? read_lines(argv[2]) : own_lines();
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;

  const auto load_start = Clock::now();
  const auto tokenizer = assay::Tokenizer::load(file);
  const double load_seconds = seconds_since(load_start);
  if (!tokenizer) {
    std::cerr << tokenizer.error().to_string() << '\n';
    return 1;
  }
  std::size_t tokens = 0;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto start = Clock::now();
    tokens = encode_all(**tokenizer, lines);
    best = std::min(best, seconds_since(start));
  }
  std::cout << "{\"tokens\": " << tokens << ", \"seconds\": " << best
            << ", \"load_seconds\": " << load_seconds << "}\n";
  return 0;
}
