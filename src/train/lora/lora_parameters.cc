#include "train/lora/lora_parameters.h"

#include <algorithm>
#include <cmath>

#include "train/random.h"

namespace assay::train {
namespace {

std::string all_names() {
  std::string names;
  for (std::size_t i = 0; i < kProjections; ++i) {
    names += (names.empty() ? "" : ", ") + std::string(name_of(static_cast<Projection>(i)));
  }
  return names;
}

std::optional<Projection> projection_of(const std::string& name) {
  for (std::size_t i = 0; i < kProjections; ++i) {
    if (name == name_of(static_cast<Projection>(i))) return static_cast<Projection>(i);
  }
  return std::nullopt;
}

LoraPlace add_pair(ParameterSet& set, const std::string& name, MatrixSize size, std::size_t rank) {
  const auto add = [&](const char* end, std::vector<std::size_t> shape) {
    Parameter parameter;
    parameter.parts = {name + end};
    parameter.shape = std::move(shape);
    parameter.decays = true;
    return set.add(std::move(parameter));
  };
  const std::size_t a = add(".lora_a", {rank, size.inputs});
  return {a, add(".lora_b", {size.outputs, rank})};
}

void draw(std::span<float> values, std::size_t inputs, Random& random) {
  const double limit = 1 / std::sqrt(static_cast<double>(inputs));
  for (float& value : values) value = static_cast<float>(limit * (2 * random.uniform() - 1));
}

}  // namespace

Result<std::vector<Projection>> parse_targets(const std::string& names) {
  std::vector<Projection> targets;
  for (std::size_t begin = 0; begin <= names.size();) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    const std::string name = names.substr(begin, end - begin);
    const auto projection = projection_of(name);
    if (!projection) {
      return fail(ErrorCode::kInvalidOption, "--targets: there is no matrix `" + name + "`",
                  "there are " + all_names());
    }
    if (std::find(targets.begin(), targets.end(), *projection) != targets.end()) {
      return fail(ErrorCode::kInvalidOption, "--targets names `" + name + "` twice");
    }
    targets.push_back(*projection);
    begin = end + 1;
  }
  std::sort(targets.begin(), targets.end());
  return targets;
}

LoraParameters start_lora(const LlamaConfig& config, const LoraOptions& options,
                          std::uint64_t seed) {
  LoraParameters lora;
  lora.options = options;
  lora.layers.resize(config.layers);
  for (std::size_t layer = 0; layer < config.layers; ++layer) {
    for (const Projection target : options.targets) {
      const std::string name = "blk." + std::to_string(layer) + "." + name_of(target) + ".weight";
      lora.layers[layer][static_cast<std::size_t>(target)] =
          add_pair(lora.set, name, size_of(target, config), options.rank);
    }
  }
  lora.set.allocate();
  Random random(seed);
  for (const Parameter& parameter : lora.set.all()) {
    const bool is_a = parameter.parts.front().ends_with("_a");
    if (is_a) draw(lora.set.values(parameter), parameter.shape[1], random);
  }
  return lora;
}

}  // namespace assay::train
