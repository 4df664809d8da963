#pragma once
// Encoders: pair classification (NLI), extractive question answering, sentence embedding.
//
//   auto model = NliModel::load("models/nli");  // or what models_path("nli") finds (models.h)
//   std::vector<TextPair> pairs = {{"The ferry takes forty minutes.", "The ferry is slow."}};
//   auto scores = (*model)->judge(pairs);  // (*scores)[0].entailment, .label()
//
//   auto qa = QaModel::load("models/qa");
//   std::vector<QuestionContext> asked = {{"How long does it take?", pairs[0].first}};
//   auto answers = (*qa)->answer(asked);
//   // (*answers)[0].answer: absent, or ->text, "forty minutes", and where it stands
//
// Texts are views: they must live until the call returns, not longer.
//
// A model folder holds `tokenizer.json`, `config.json` and the weights as OpenVINO IR
// (`openvino_model.xml/.bin`), ONNX (`model.onnx`) or `model.safetensors` of the families that
// docs/models.md lists. See docs/formats/model_folder.md.
//
// All calls take many inputs at once: equal inputs are computed once, the rest is sorted by length
// and run in batches under a token budget. A text longer than the model takes is read in
// overlapping windows; the question or hypothesis is never cut (when it alone does not fit, that
// input's result has `truncated` set). Results do not depend on the other inputs of a call, on
// batch size, on threads or on the cache: they are the same bits.
//
// How windows are merged. QA: of a text of more than eight windows the eight that share most with
// the question are read, rare tokens counting more; the window that answers with the largest margin
// over "no answer" wins (the first of equals); when none answers, the largest margin is reported.
// NLI: only windows that speak of the hypothesis take part, that is those that hold at least two
// thirds of the hypothesis' tokens, weighted by rarity, that the best window holds; among them the
// one with the largest max(entailment, contradiction) decides (the first of equals). So one
// decisive passage is enough, and irrelevant ones do not dilute it. Embedding: the mean.
//
// Thread-safety: const methods may be called from many threads; calls on one model are serialised.
// Cost: see docs/performance.md for tokens a second of the default models.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay {

class ModelCache;  // assay/cache.h

struct ModelOptions {
  int threads = 0;          // 0: all cores
  int batch_tokens = 4096;  // most tokens, padding included, in one call of the engine
  // For these three 0 means what config.json says; where that says nothing, as much as the network
  // has positions for, and a quarter of the window for `stride`.
  int max_length = 0;           // most tokens of a sequence; a pair that fits is read whole
  int window = 0;               // tokens of a longer text in one window
  int stride = 0;               // tokens of it that two windows share
  ModelCache* cache = nullptr;  // not owned; nullptr: no cache
  // Not owned. Once it is set, calls end with kInterrupted within a batch or two.
  const std::atomic<bool>* interrupt = nullptr;
};

// What the model has done since it was loaded.
struct ModelStats {
  std::uint64_t inputs = 0;         // asked for
  std::uint64_t cached = 0;         // answered from the cache
  std::uint64_t duplicates = 0;     // equal to another row of this call or of a recent one
  std::uint64_t rows = 0;           // sequences computed, windows counted apart
  std::uint64_t tokens = 0;         // real tokens computed
  std::uint64_t padded_tokens = 0;  // tokens computed with padding
  double seconds = 0;               // in the engine
};

struct TextPair {
  std::string_view first;   // premise
  std::string_view second;  // hypothesis
};

struct NliScores {
  double entailment = 0;  // probabilities, sum 1
  double neutral = 0;
  double contradiction = 0;
  int windows = 1;         // windows of the premise that were read
  bool truncated = false;  // the hypothesis alone did not fit

  // The most probable of the three; ties go to neutral, then contradiction.
  enum class Label { kEntailment, kNeutral, kContradiction };
  Label label() const;
};

class NliModel {
 public:
  static Result<std::unique_ptr<NliModel>> load(const std::filesystem::path& folder,
                                                const ModelOptions& options = {});
  virtual ~NliModel() = default;
  virtual Result<std::vector<NliScores>> judge(std::span<const TextPair> pairs) const = 0;
  virtual const std::string& fingerprint() const = 0;
  virtual ModelStats stats() const = 0;
};

struct QuestionContext {
  std::string_view question;
  std::string_view context;
};

enum class SpanDecoding {
  kBestValid,    // the best span of the context with start <= end, at most 30 tokens long, if its
                 // margin over the null answer is at least null_margin()
  kIndependent,  // argmax of start and of end apart over the whole sequence, question and first
                 // token included, as the paper's code: an end before the start, or a span that
                 // does not lie in the context, is no answer; null_margin() plays no part
};

struct QaAnswer {
  // The answer as a byte range of the context; absent: the context does not answer.
  struct Text {
    std::size_t byte_start = 0;
    std::size_t byte_end = 0;
    std::string text;
  };
  std::optional<Text> answer;
  double margin = 0;  // logits of the best span minus logits of "no answer"; 0 when the context
                      // has no token
  int windows = 1;
  bool truncated = false;
};

class QaModel {
 public:
  static Result<std::unique_ptr<QaModel>> load(const std::filesystem::path& folder,
                                               const ModelOptions& options = {});
  virtual ~QaModel() = default;
  virtual Result<std::vector<QaAnswer>> answer(
      std::span<const QuestionContext> inputs,
      SpanDecoding decoding = SpanDecoding::kBestValid) const = 0;
  // An answer is given when its margin is at least this (config.json: null_answer_margin).
  virtual double null_margin() const = 0;
  virtual const std::string& fingerprint() const = 0;
  virtual ModelStats stats() const = 0;
};

class Embedder {
 public:
  static Result<std::unique_ptr<Embedder>> load(const std::filesystem::path& folder,
                                                const ModelOptions& options = {});
  virtual ~Embedder() = default;
  // Unit vectors of dimension() floats, one a text; a long text is the mean of its windows.
  virtual Result<std::vector<std::vector<float>>> embed(
      std::span<const std::string_view> texts) const = 0;
  virtual std::size_t dimension() const = 0;
  virtual const std::string& fingerprint() const = 0;
  virtual ModelStats stats() const = 0;
};

}  // namespace assay
