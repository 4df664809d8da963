#pragma once
// Metrics: what they are called, what they need, and how a window of records is scored.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/error.h"
#include "assay/model.h"
#include "assay/nlp.h"
#include "assay/record.h"
#include "assay/reference_options.h"
#include "assay/result.h"

namespace assay {

// What a metric asks of a record or of the installation, so that `plan`, `doctor` and the engine
// can tell before anything runs.
enum class Need {
  kKnowledge,
  kReference,
  kLinguistics,
  kNli,
  kQa,
  kEmbedder,
  kQg,
  kTokenEmbedder,
  kWordNet,
};

const char* to_string(Need need);

// Whether what serves the need is a network, whose work is counted in rows and tokens.
inline bool computes_rows(Need need) {
  return need != Need::kKnowledge && need != Need::kReference && need != Need::kLinguistics &&
         need != Need::kWordNet;
}

// How Q² decides what the paper leaves open; the default does what is right, kQ2Paper what the
// paper's code does (docs/metrics/q2.md lists every difference).
enum class Compat { kNone, kQ2Paper };

enum class QuestionsPerCandidate { kSingle, kAll };

// Every option of every metric, echoed in the fingerprint. Fields that a metric does not read do
// not change its fingerprint.
struct MetricOptions {
  double threshold = 0.5;  // a q2 unit scored between 0 and 1 is supported above it
  Compat compat = Compat::kNone;
  // Unset: kSingle, but kAll with kQ2Paper (the paper's code falls back to all questions when it is
  // not told otherwise).
  std::optional<QuestionsPerCandidate> questions;
  int max_questions = 5;       // tried for each candidate, best first
  bool keep_personal = false;  // keep questions about I, you, my, your
  // Which styles of question the rules may make: both, or one kind alone for measuring. Other
  // generators have no styles to choose from.
  enum class Style { kAny, kFronted, kInPlace };
  Style question_style = Style::kAny;
  // Unset: what the metric is made for, which is the reference, or the knowledge with kQ2Paper.
  std::optional<Against> against;
  BleuOptions bleu;
  RougeOptions rouge;
  MeteorOptions meteor;
  BertScoreOptions bertscore;
};

// What ModelPaths::qg says for the rules that need no model. A file of that name is "./rules".
inline constexpr char kRules[] = "rules";

// Where the models are; an empty path means the default one found by models_path().
struct ModelPaths {
  std::string linguistics;
  std::string nli;
  std::string qa;
  std::string embedder;  // of sentences and, for kTokenEmbedder, of tokens
  std::string wordnet;   // folder of WordNet's data files
  std::string qg =
      kRules;  // who asks the questions of Q²: the rules, a GGUF file, or a trained folder
  std::string qg_adapter;  // LoRA adapter (GGUF) of the model that `qg` names as a GGUF file
  std::string ensemble;    // what `assay calibrate combine` wrote, or a folder of ensemble.json
};

// A model that was loaded, and what it has done since: for the profile and for `doctor`.
struct LoadedModel {
  Need need = Need::kLinguistics;
  std::string fingerprint;
  ModelStats stats;  // all zero for kLinguistics and kWordNet
  double load_seconds = 0;
};

namespace q2 {
class QuestionGenerator;  // inside the library: metrics/q2/question_generator.h
}
class TokenEmbedder;  // assay/token_embedder.h
struct Ensemble;      // assay/ensemble.h
namespace nlp {
class WordNet;  // inside the library: nlp/wordnet.h
}

// The loaded models that metrics share. Each is loaded on first use, once; a load that fails is
// tried again on the next use.
// Thread-safety: all methods may be called from many threads.
class Resources {
 public:
  virtual ~Resources() = default;
  virtual Result<const nlp::Pipeline*> linguistics() = 0;
  virtual Result<const NliModel*> nli() = 0;
  virtual Result<const QaModel*> qa() = 0;
  virtual Result<const Embedder*> embedder() = 0;
  // Absent `layer`: the last one. Each layer that is asked for is a model of its own.
  virtual Result<const TokenEmbedder*> token_embedder(std::optional<int> layer) = 0;
  virtual Result<const q2::QuestionGenerator*> question_generator() = 0;
  virtual Result<const nlp::WordNet*> wordnet() = 0;
  virtual Result<const Ensemble*> ensemble() = 0;
  virtual int threads() const = 0;

  // Loads what `needs` names, all at the same time: for a quick start. Needs that no model serves
  // (kKnowledge, kReference) are passed over, and so is kTokenEmbedder, whose layer is an option.
  // The first failure in the order of `needs` is
  // returned.
  virtual Result<void> preload(std::span<const Need> needs) = 0;

  // The models loaded so far, in the order of Need. The rules of Need::kQg are no model.
  virtual std::vector<LoadedModel> loaded() const = 0;
};

// Nothing is loaded yet; only the options are checked.
Result<std::unique_ptr<Resources>> make_resources(const ModelPaths& paths,
                                                  const ModelOptions& options);

// Seconds that a stage of a metric took, summed over windows; for the profile, never in results.
struct StageTime {
  std::string stage;
  double seconds = 0;
};

class Metric {
 public:
  virtual ~Metric() = default;
  virtual const std::string& name() const = 0;
  virtual std::vector<Need> needs() const = 0;

  // The options that this metric reads, as compact JSON, for the fingerprint.
  virtual std::string options_json() const = 0;

  // One result a record, in order. A record that cannot be scored gets a status, not an error; an
  // Error means that the whole run cannot go on (a model failed).
  virtual Result<std::vector<RecordResult>> score(std::span<const Record> window) = 0;

  // Scores of all measured records as one text, from the sums of their counts: for metrics whose
  // score of a corpus is not the mean of its records' scores.
  using Counts = std::vector<std::pair<std::string, std::int64_t>>;
  virtual std::vector<std::pair<std::string, double>> corpus_scores(const Counts& sums) const {
    static_cast<void>(sums);
    return {};
  }

  virtual std::vector<StageTime> stage_times() const { return {}; }
};

// One number of RecordResult::scores: its name and the range of its values.
struct ScoreInfo {
  std::string name;
  double least = 0;
  double most = 1;
};

struct MetricInfo {
  std::string name;
  std::string summary;  // one line for `--help`
  std::vector<Need> needs;
  // Of every measured result, in this order. The one of the metric's own name is the score.
  std::vector<ScoreInfo> scores;
};

// Every metric of this build, in the order of the help text.
std::vector<MetricInfo> list_metrics();

// Loads the models that the metric needs. `resources` must outlive the metric. An unknown name is
// an error that lists the known ones; options out of range are an error that names the option.
Result<std::unique_ptr<Metric>> make_metric(std::string_view name, const MetricOptions& options,
                                            Resources& resources);

}  // namespace assay
