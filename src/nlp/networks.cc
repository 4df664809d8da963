#include "nlp/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "nlp/spacy_config.h"
#include "nlp/thinc_model.h"

namespace assay::nlp {
namespace {

constexpr std::string_view kSharedEncoder = "tok2vec";

tl::unexpected<Error> unsupported(std::string message) {
  return fail(ErrorCode::kUnsupported, std::move(message));
}

class Loader {
 public:
  Loader(const std::filesystem::path& folder, const SpacyConfig& config)
      : folder_(folder), config_(config) {}

  Result<Networks> load() {
    for (const auto& read : {&Loader::check_pipeline, &Loader::read_tagger, &Loader::read_parser,
                             &Loader::read_recognizer}) {
      if (const auto done = (this->*read)(); !done) return tl::unexpected(done.error());
    }
    return std::move(networks_);
  }

 private:
  Result<void> check_pipeline();
  Result<void> check_component(const std::string& name, std::string_view factory) const;
  Result<std::size_t> encoder_of(const std::string& name, const ThincModel& model);
  Result<std::size_t> shared_encoder(const std::string& listener);
  Result<std::size_t> add_encoder(const std::string& section, const ThincModel& model);

  // Reads the network of a component of class Component into `component`.
  template <class Component>
  Result<void> read_component(const std::string& name, std::string_view factory,
                              Component& component, std::size_t& encoder);

  Result<void> read_tagger() {
    return read_component("tagger", "tagger", networks_.tagger, networks_.tagger_encoder);
  }
  Result<void> read_parser() {
    return read_component("parser", "parser", networks_.parser, networks_.parser_encoder);
  }
  Result<void> read_recognizer() {
    return read_component("ner", "ner", networks_.recognizer, networks_.recognizer_encoder);
  }

  const std::filesystem::path& folder_;
  const SpacyConfig& config_;
  Networks networks_;
  std::optional<std::size_t> shared_encoder_;
};

Result<void> Loader::check_pipeline() {
  const auto pipeline = config_.strings("nlp", "pipeline");
  if (!pipeline) return tl::unexpected(pipeline.error());
  const auto disabled = config_.strings("nlp", "disabled");
  if (!disabled) return tl::unexpected(disabled.error());
  for (const std::string_view needed : {"tagger", "parser", "ner"}) {
    if (std::ranges::find(*pipeline, needed) == pipeline->end() ||
        std::ranges::find(*disabled, needed) != disabled->end()) {
      return unsupported(fmt::format("a pipeline without an enabled component `{}`", needed));
    }
  }
  networks_.parser_runs_first =
      std::ranges::find(*pipeline, "parser") < std::ranges::find(*pipeline, "ner");
  return {};
}

Result<void> Loader::check_component(const std::string& name, std::string_view factory) const {
  const auto actual = config_.string("components." + name, "factory");
  if (!actual) return tl::unexpected(actual.error());
  if (*actual == factory) return {};
  return unsupported(
      fmt::format("component `{}` is made by `{}`, not `{}`", name, *actual, factory));
}

Result<std::size_t> Loader::add_encoder(const std::string& section, const ThincModel& model) {
  auto encoder = Tok2Vec::read(config_, section, model);
  if (!encoder) return tl::unexpected(encoder.error());
  networks_.encoders.push_back(*std::move(encoder));
  return networks_.encoders.size() - 1;
}

Result<std::size_t> Loader::shared_encoder(const std::string& listener) {
  const auto upstream = config_.string(listener, "upstream");
  if (!upstream) return tl::unexpected(upstream.error());
  if (*upstream != kSharedEncoder && *upstream != "*") {
    return unsupported(fmt::format("[{}] listens to `{}`", listener, *upstream));
  }
  if (shared_encoder_) return *shared_encoder_;
  const std::string name(kSharedEncoder);
  if (const auto checked = check_component(name, name); !checked) {
    return tl::unexpected(checked.error());
  }
  const auto model = ThincModel::load(folder_ / name / "model");
  if (!model) return tl::unexpected(model.error());
  const auto added = add_encoder(fmt::format("components.{}.model", name), *model);
  if (added) shared_encoder_ = *added;
  return added;
}

Result<std::size_t> Loader::encoder_of(const std::string& name, const ThincModel& model) {
  const std::string section = fmt::format("components.{}.model.tok2vec", name);
  const auto architecture = config_.string(section, "@architectures");
  if (!architecture) return tl::unexpected(architecture.error());
  if (*architecture == "spacy.Tok2VecListener.v1") return shared_encoder(section);
  return add_encoder(section, model);
}

template <class Component>
Result<void> Loader::read_component(const std::string& name, std::string_view factory,
                                    Component& component, std::size_t& encoder) {
  if (const auto checked = check_component(name, factory); !checked) {
    return tl::unexpected(checked.error());
  }
  const std::filesystem::path folder = folder_ / name;
  const auto model = ThincModel::load(folder / "model");
  if (!model) return tl::unexpected(model.error());
  const auto index = encoder_of(name, *model);
  if (!index) return tl::unexpected(index.error());
  encoder = *index;
  auto read = Component::read(config_, name, folder, *model, networks_.encoders[encoder]->width());
  if (!read) return tl::unexpected(read.error());
  component = *std::move(read);
  return {};
}

}  // namespace

Result<Networks> Networks::load(const std::filesystem::path& folder) {
  const auto config = SpacyConfig::load(folder / "config.cfg");
  if (!config) return tl::unexpected(config.error());
  return Loader(folder, *config).load().map_error([&](Error error) {
    if (error.file.empty()) error.file = folder.string();
    return error;
  });
}

}  // namespace assay::nlp
