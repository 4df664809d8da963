// Tokens and pairs a second of the NLI model: texts in, verdicts out, against the bare engine on
// the same rows and against OpenVINO's own engine on the same graph.
//
// Times are of the processor, summed over threads, so that other work on the machine disturbs them
// less; wall times stand beside them.

#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <set>

#include "assay/models.h"
#include "model/openvino_engine.h"
#include "model/row_runner.h"

namespace {

using namespace assay;
using namespace assay::model;

struct Spent {
  double processor = 0;
  double wall = 0;
};

template <typename Work>
Spent time_of(Work&& work) {
  const auto wall = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  work();
  return {static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC,
          std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count()};
}

void report(const char* what, std::size_t pairs, std::size_t tokens, const Spent& spent,
            double reference) {
  std::printf("%-34s %7.0f pairs/s %8.0f tokens/s (wall) %8.0f tokens/core-s  x%.2f\n", what,
              static_cast<double>(pairs) / spent.wall, static_cast<double>(tokens) / spent.wall,
              static_cast<double>(tokens) / spent.processor, reference / spent.processor);
}

}  // namespace

int main() {
  const auto path = models_path("nli");
  if (!path) return 1;
  std::ifstream in(ASSAY_SOURCE_DIR "/tests/data/sentences.txt");
  std::vector<std::string> sentences;
  for (std::string line; std::getline(in, line);) {
    if (line.size() > 40) sentences.push_back(line);
  }
  std::vector<std::string> premises;
  std::vector<TextPair> pairs;
  for (std::size_t i = 0; i + 4 < sentences.size(); ++i) {
    premises.push_back(sentences[i] + " " + sentences[i + 1] + " " + sentences[i + 2]);
  }
  for (std::size_t i = 0; i < premises.size() && i < 300; ++i) {
    pairs.push_back({premises[i], sentences[i + 3]});
  }
  const int threads = 2;
  std::unique_ptr<NliModel> nli;
  const Spent loading =
      time_of([&] { nli = std::move(NliModel::load(*path, {.threads = threads}).value()); });
  const Spent whole = time_of([&] { nli->judge(pairs).value(); });
  const auto runner = RowRunner::load(*path, Head::kClassify, {.threads = threads}).value();
  std::vector<Row> rows;
  for (const TextPair& pair : pairs) {
    rows.push_back(row_of(runner->tokenizer().encode(pair.first, pair.second).value()));
  }
  std::size_t tokens = 0;
  for (const Row& row : rows) tokens += row.size();
  const auto folder = open_model_folder(*path).value();
  EngineWork work;
  const auto engine = load_engine(folder, Head::kClassify, {.threads = threads}).value();
  const Spent bare = time_of([&] { engine->run(rows, work).value(); });
  const auto openvino = make_openvino_engine(read_graph(folder, Head::kClassify).value(), folder,
                                             Head::kClassify, {.threads = threads})
                            .value();
  const Spent peer = time_of([&] { openvino->run(rows, work).value(); });
  std::printf("%zu pairs, %zu tokens, %d threads; loading took %.2f s (%.2f s of processor)\n",
              pairs.size(), tokens, threads, loading.wall, loading.processor);
  report("texts to verdicts", pairs.size(), tokens, whole, peer.processor);
  report(("bare engine " + engine->name()).c_str(), pairs.size(), tokens, bare, peer.processor);
  report("OpenVINO, same graph", pairs.size(), tokens, peer, peer.processor);
  return 0;
}
