// The models that metrics share.

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "assay/ensemble.h"
#include "assay/metric.h"
#include "assay/models.h"
#include "assay/token_embedder.h"
#include "base/parallel.h"
#include "metrics/q2/question_generator.h"
#include "nlp/wordnet.h"

namespace assay {
namespace {

// One model, loaded when it is first asked for.
template <typename Model>
class Slot {
 public:
  template <typename Load>
  Result<const Model*> get(Load&& load) {
    const std::lock_guard lock(mutex_);
    if (model_) return model_.get();
    const auto start = std::chrono::steady_clock::now();
    auto loaded = load();
    if (!loaded) return tl::unexpected(loaded.error());
    load_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    model_ = std::move(*loaded);
    return model_.get();
  }

  // Calls use(model, seconds it took to load) when it is loaded.
  template <typename Use>
  void if_loaded(Use&& use) const {
    const std::lock_guard lock(mutex_);
    if (model_) use(*model_, load_seconds_);
  }

 private:
  mutable std::mutex mutex_;
  std::unique_ptr<const Model> model_;
  double load_seconds_ = 0;
};

class LazyResources final : public Resources {
 public:
  LazyResources(ModelPaths paths, const ModelOptions& options)
      : paths_(std::move(paths)), options_(options) {}

  Result<const nlp::Pipeline*> linguistics() override {
    return linguistics_.get([&]() -> Result<std::unique_ptr<nlp::Pipeline>> {
      const auto folder = folder_of(paths_.linguistics, Need::kLinguistics);
      if (!folder) return tl::unexpected(folder.error());
      return nlp::Pipeline::load(*folder);
    });
  }
  Result<const NliModel*> nli() override { return encoder(nli_, paths_.nli, Need::kNli); }
  Result<const QaModel*> qa() override { return encoder(qa_, paths_.qa, Need::kQa); }
  Result<const Embedder*> embedder() override {
    return encoder(embedder_, paths_.embedder, Need::kEmbedder);
  }
  Result<const TokenEmbedder*> token_embedder(std::optional<int> layer) override;
  Result<const nlp::WordNet*> wordnet() override {
    return wordnet_.get([&]() -> Result<std::unique_ptr<nlp::WordNet>> {
      const auto folder = nlp::wordnet_path(paths_.wordnet);
      if (!folder) return tl::unexpected(folder.error());
      return nlp::WordNet::load(*folder);
    });
  }
  Result<const q2::QuestionGenerator*> question_generator() override {
    return question_generator_.get(
        [&] { return q2::load_question_generator(paths_.qg, options_, paths_.qg_adapter); });
  }
  Result<const Ensemble*> ensemble() override {
    return ensemble_.get([&]() -> Result<std::unique_ptr<Ensemble>> {
      if (!paths_.ensemble.empty()) return read(paths_.ensemble);
      const auto folder = models_path("ensemble");
      if (!folder) return tl::unexpected(folder.error());
      return read(folder->string());
    });
  }
  int threads() const override { return base::resolve_threads(options_.threads); }

  Result<void> preload(std::span<const Need> needs) override;
  std::vector<LoadedModel> loaded() const override;

 private:
  template <typename Model>
  Result<const Model*> encoder(Slot<Model>& slot, const std::string& path, Need need) {
    return slot.get([&]() -> Result<std::unique_ptr<Model>> {
      const auto folder = folder_of(path, need);
      if (!folder) return tl::unexpected(folder.error());
      return Model::load(*folder, options_);
    });
  }

  static Result<std::unique_ptr<Ensemble>> read(const std::string& path) {
    auto ensemble = read_ensemble(path);
    if (!ensemble) return tl::unexpected(ensemble.error());
    return std::make_unique<Ensemble>(*std::move(ensemble));
  }
  static Result<std::filesystem::path> folder_of(const std::string& path, Need need);
  Result<void> load(Need need);

  const ModelPaths paths_;
  const ModelOptions options_;
  Slot<nlp::Pipeline> linguistics_;
  Slot<NliModel> nli_;
  Slot<QaModel> qa_;
  Slot<Embedder> embedder_;
  Slot<q2::QuestionGenerator> question_generator_;
  Slot<nlp::WordNet> wordnet_;
  Slot<Ensemble> ensemble_;
  mutable std::mutex layers_mutex_;                           // guards the map, not its slots
  std::map<std::optional<int>, Slot<TokenEmbedder>> layers_;  // by the layer that was asked for
};

std::string_view default_model(Need need) {
  switch (need) {
    case Need::kLinguistics:
      return "en_core_web_sm";
    case Need::kNli:
      return "nli";
    case Need::kQa:
      return "qa";
    case Need::kEmbedder:
    case Need::kTokenEmbedder:
      return "all-minilm-l6-v2";
    case Need::kWordNet:  // comes with the system
    case Need::kQg:       // has a path, that of the rules where nothing else is said
    case Need::kKnowledge:
    case Need::kReference:
      return {};
  }
  return {};
}

Result<std::filesystem::path> LazyResources::folder_of(const std::string& path, Need need) {
  if (path.empty()) return models_path(default_model(need));
  return std::filesystem::path(path);
}

Result<const TokenEmbedder*> LazyResources::token_embedder(std::optional<int> layer) {
  Slot<TokenEmbedder>* slot = nullptr;
  {
    const std::lock_guard lock(layers_mutex_);
    slot = &layers_[layer];
  }
  return slot->get([&]() -> Result<std::unique_ptr<TokenEmbedder>> {
    const auto folder = folder_of(paths_.embedder, Need::kTokenEmbedder);
    if (!folder) return tl::unexpected(folder.error());
    return TokenEmbedder::load(*folder, layer, options_);
  });
}

Result<void> LazyResources::load(Need need) {
  const auto outcome = [](const auto& model) -> Result<void> {
    if (!model) return tl::unexpected(model.error());
    return {};
  };
  switch (need) {
    case Need::kLinguistics:
      return outcome(linguistics());
    case Need::kNli:
      return outcome(nli());
    case Need::kQa:
      return outcome(qa());
    case Need::kEmbedder:
      return outcome(embedder());
    case Need::kQg:
      return outcome(question_generator());
    case Need::kWordNet:
      return outcome(wordnet());
    case Need::kTokenEmbedder:
    case Need::kKnowledge:
    case Need::kReference:
      return {};
  }
  return {};
}

Result<void> LazyResources::preload(std::span<const Need> needs) {
  std::vector<Result<void>> outcomes(needs.size());
  // Apart from the others: llama.cpp is started with a variable of the environment, which no other
  // thread may read while it is set.
  for (std::size_t i = 0; i < needs.size(); ++i) {
    if (needs[i] == Need::kQg) outcomes[i] = load(needs[i]);
  }
  base::parallel_for(needs.size(), static_cast<int>(needs.size()), [&](std::size_t i) {
    if (needs[i] != Need::kQg) outcomes[i] = load(needs[i]);
  });
  for (Result<void>& outcome : outcomes) {
    if (!outcome) return outcome;
  }
  return {};
}

std::vector<LoadedModel> LazyResources::loaded() const {
  std::vector<LoadedModel> models;
  linguistics_.if_loaded([&](const nlp::Pipeline& model, double seconds) {
    models.push_back({Need::kLinguistics, model.fingerprint(), {}, seconds});
  });
  const auto add_encoder = [&](Need need) {
    return [&models, need](const auto& model, double seconds) {
      models.push_back({need, model.fingerprint(), model.stats(), seconds});
    };
  };
  nli_.if_loaded(add_encoder(Need::kNli));
  qa_.if_loaded(add_encoder(Need::kQa));
  embedder_.if_loaded(add_encoder(Need::kEmbedder));
  question_generator_.if_loaded([&](const q2::QuestionGenerator& model, double seconds) {
    if (const auto stats = model.stats())
      models.push_back({Need::kQg, model.fingerprint(), *stats, seconds});
  });
  {
    const std::lock_guard lock(layers_mutex_);
    for (const auto& [layer, slot] : layers_) slot.if_loaded(add_encoder(Need::kTokenEmbedder));
  }
  wordnet_.if_loaded([&](const nlp::WordNet& wordnet, double seconds) {
    models.push_back({Need::kWordNet, wordnet.fingerprint(), {}, seconds});
  });
  return models;
}

}  // namespace

Result<std::unique_ptr<Resources>> make_resources(const ModelPaths& paths,
                                                  const ModelOptions& options) {
  if (options.threads < 0) {
    return fail(ErrorCode::kInvalidOption,
                "the number of threads is " + std::to_string(options.threads),
                "give a positive number, or 0 for all cores");
  }
  return std::make_unique<LazyResources>(paths, options);
}

}  // namespace assay
