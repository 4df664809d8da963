#pragma once
// Questions about phrases of a text, by a model that `assay train seq2seq` made.
//
//   auto model = QuestionModel::load("models/qg");
//   auto asked = (*model)->ask({{"The bridge opened in 1981.", {21, 25}}}, {});
//   // (*asked)[0][0].text: "When did the bridge open?"
//
// Same bytes: what is asked about a phrase depends on its text alone; not on the other phrases of
// the call, on threads or on the processor.
//
// Thread-safety: ask may be called from many threads.
// Cost: docs/performance.md. Memory: the weights in 8 bits, and some megabytes a thread.

#include <atomic>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/tokenizer.h"

namespace assay::seq2seq {

struct QuestionModelOptions {
  int threads = 0;                               // 0: all cores
  const std::atomic<bool>* interrupt = nullptr;  // not owned; set: ask() ends with kInterrupted
};

struct AskedPhrase {
  std::string_view text;
  ByteRange phrase;  // in bytes of the text
};

struct BeamOptions {
  int beams = 5;
  int returned = 5;  // at most `beams`
};

struct AskedQuestion {
  std::string text;
  double score = 0;        // log-probability a token
  std::size_t tokens = 0;  // the end token included
};

class QuestionModel {
 public:
  // kUnsupported for a folder that is no such model or a processor without AVX2; kCorrupt for
  // damaged files.
  static Result<std::unique_ptr<QuestionModel>> load(const std::filesystem::path& folder,
                                                     const QuestionModelOptions& options = {});
  virtual ~QuestionModel() = default;

  // For each phrase its questions, best first; none where no token stands in the phrase. A text
  // that is longer than the model reads is read around the phrase.
  virtual Result<std::vector<std::vector<AskedQuestion>>> ask(std::span<const AskedPhrase> phrases,
                                                              const BeamOptions& options) const = 0;

  virtual const std::string& fingerprint() const = 0;
};

}  // namespace assay::seq2seq
