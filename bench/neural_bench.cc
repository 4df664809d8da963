// Speed of the networks of a spaCy pipeline alone, on one thread, with the share of each stage.
//
//   neural_bench PIPELINE_FOLDER < ids.jsonl
//
// neural_bench.py makes the ids and runs it beside spaCy. Without arguments it takes the ids of
// tests/data/neural_golden.jsonl, so that it also runs where there is no Python. Prints one JSON
// object: tokens, tokens a second with an empty and with a filled word cache, and the share of each
// stage. Of each text the best of some passes counts, since other programs only add time.

#include <time.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "nlp/networks.h"
#include "nlp/neural.h"

namespace {

using namespace assay::nlp;
using Text = std::vector<TokenIds>;

constexpr int kPasses = 10;

Text to_text(const nlohmann::json& ids_of_tokens) {
  Text text;
  for (const nlohmann::json& ids : ids_of_tokens) {
    text.push_back({ids[0].get<std::uint64_t>(), ids[1].get<std::uint64_t>(),
                    ids[2].get<std::uint64_t>(), ids[3].get<std::uint64_t>(), ids[4] != 0,
                    ids[5] != 0});
  }
  return text;
}

// A line is the list of ids, or an object that has it as "ids".
std::vector<Text> read_texts(std::istream& input) {
  std::vector<Text> texts;
  for (std::string line; std::getline(input, line);) {
    const nlohmann::json json = nlohmann::json::parse(line);
    texts.push_back(to_text(json.is_object() ? json["ids"] : json));
  }
  return texts;
}

std::vector<Text> golden_texts() {
  std::ifstream stream(ASSAY_SOURCE_DIR "/tests/data/neural_golden.jsonl");
  return read_texts(stream);
}

// Processor time of this thread, so that a busy machine does not count against the program.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

template <class Function>
double seconds(Function function) {
  const double start = thread_seconds();
  function();
  return thread_seconds() - start;
}

// Lowers the best time of each text; sums of such minima are little disturbed by other programs.
void annotate_all(const NeuralModel& model, const std::vector<Text>& texts,
                  std::vector<double>& best) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    best[i] = std::min(best[i], seconds([&] { model.annotate(texts[i]); }));
  }
}

double sum(const std::vector<double>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0);
}

// The same work as annotate, stage by stage.
class StageClock {
 public:
  explicit StageClock(const Networks& networks)
      : networks_(networks), encoders_(networks.encoders.size()) {}

  void run(const Text& text) {
    float margin = std::numeric_limits<float>::infinity();
    std::vector<const float*> vectors;
    for (std::size_t i = 0; i < encoders_.size(); ++i) {
      encode_ +=
          seconds([&] { vectors.push_back(networks_.encoders[i]->encode(text, encoders_[i])); });
    }
    tag_ += seconds([&] {
      networks_.tagger.tag(vectors[networks_.tagger_encoder], text.size(), scores_, margin);
    });
    DependencyTree tree;
    parse_ += seconds([&] {
      tree = networks_.parser.parse(text, vectors[networks_.parser_encoder], parser_, margin);
    });
    recognize_ += seconds([&] {
      networks_.recognizer.recognize(text, tree.sentence_starts,
                                     vectors[networks_.recognizer_encoder], recognizer_, margin);
    });
  }

  nlohmann::json shares() const {
    const double all = encode_ + tag_ + parse_ + recognize_;
    return {{"tok2vec", encode_ / all},
            {"tagger", tag_ / all},
            {"parser", parse_ / all},
            {"ner", recognize_ / all}};
  }

 private:
  const Networks& networks_;
  std::vector<Tok2VecScratch> encoders_;
  std::vector<float> scores_;
  ParserScratch parser_;
  TransitionScratch recognizer_;
  double encode_ = 0;
  double tag_ = 0;
  double parse_ = 0;
  double recognize_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ASSAY_SOURCE_DIR "/.deps/models/en_core_web_sm";
  const std::vector<Text> texts = argc > 1 ? read_texts(std::cin) : golden_texts();
  std::size_t tokens = 0;
  for (const Text& text : texts) tokens += text.size();
  const auto model = NeuralModel::load(folder);
  const auto networks = Networks::load(folder);
  if (!model || !networks || tokens == 0) {
    std::cerr << (model ? "no tokens" : model.error().to_string()) << '\n';
    return 1;
  }
  std::vector<double> best(texts.size(), std::numeric_limits<double>::infinity());
  annotate_all(**model, texts, best);
  const double first = sum(best);
  for (int pass = 0; pass < kPasses; ++pass) annotate_all(**model, texts, best);
  StageClock stages(*networks);
  for (const Text& text : texts) stages.run(text);
  const auto rate = [&](double time) { return static_cast<double>(tokens) / time; };
  std::cout << nlohmann::json{{"tokens", tokens},
                              {"tokens_per_second_first_pass", rate(first)},
                              {"tokens_per_second", rate(sum(best))},
                              {"kernels", best_kernels().name},
                              {"shares", stages.shares()}}
                   .dump()
            << '\n';
  return 0;
}
