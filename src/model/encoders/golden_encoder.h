#pragma once
// For tests: tiny checkpoints with weights that are made, not stored
// (tools/generate_encoder_goldens.py makes the same).

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/engine.h"
#include "test_files.h"

namespace assay::model {

struct GoldenTensor {
  std::vector<std::size_t> shape;
  std::vector<float> values;
};
using GoldenTensors = std::map<std::string, GoldenTensor>;

// Numbers from -1/4 to 1/4 by splitmix64, seeded by FNV-1a of the name; norms are around 1.
inline std::vector<float> golden_values(const std::string& name,
                                        const std::vector<std::size_t>& shape) {
  std::uint64_t seed = 0xCBF29CE484222325U;
  for (const char c : name) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  const bool is_norm = shape.size() == 1 && name.ends_with("weight");
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t state = seed + 0x9E3779B97F4A7C15U * (i + 1);
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9U;
    state = (state ^ (state >> 27)) * 0x94D049BB133111EBU;
    state ^= state >> 31;
    const double unit = static_cast<double>(state >> 40) / (1 << 23) - 1;
    values[i] = static_cast<float>(unit * 0.25 + (is_norm ? 1 : 0));
  }
  return values;
}

enum class StoredAs { kF32, kBf16 };  // kBf16 cuts the lower half of every number off

inline std::string safetensors_of(const GoldenTensors& tensors, StoredAs as = StoredAs::kF32) {
  nlohmann::json header;
  std::string data;
  for (const auto& [name, tensor] : tensors) {
    const std::size_t begin = data.size();
    for (const float value : tensor.values) {
      const char* bytes = reinterpret_cast<const char*>(&value);
      data.append(as == StoredAs::kF32 ? bytes : bytes + 2, as == StoredAs::kF32 ? 4 : 2);
    }
    header[name] = {{"dtype", as == StoredAs::kF32 ? "F32" : "BF16"},
                    {"shape", tensor.shape},
                    {"data_offsets", {begin, data.size()}}};
  }
  const std::string text = header.dump();
  const std::uint64_t size = text.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes + text + data;
}

// A tokenizer.json of words w5 to w99, which have these ids, with [CLS] 2 and [SEP] 3.
inline nlohmann::json golden_tokenizer() {
  using nlohmann::json;
  json vocab = {{"[PAD]", 0}, {"[UNK]", 1}, {"[CLS]", 2}, {"[SEP]", 3}, {"[MASK]", 4}};
  for (int id = 5; id < 100; ++id) vocab["w" + std::to_string(id)] = id;
  json added = json::array();
  for (const char* name : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
    added.push_back({{"id", vocab[name]},
                     {"content", name},
                     {"special", true},
                     {"single_word", false},
                     {"lstrip", false},
                     {"rstrip", false},
                     {"normalized", false}});
  }
  const auto special = [](const char* name, int type) {
    return json{{"SpecialToken", {{"id", name}, {"type_id", type}}}};
  };
  const auto text = [](const char* name, int type) {
    return json{{"Sequence", {{"id", name}, {"type_id", type}}}};
  };
  const json post = {
      {"type", "TemplateProcessing"},
      {"single", {special("[CLS]", 0), text("A", 0), special("[SEP]", 0)}},
      {"pair",
       {special("[CLS]", 0), text("A", 0), special("[SEP]", 0), text("B", 1), special("[SEP]", 1)}},
      {"special_tokens",
       {{"[CLS]", {{"id", "[CLS]"}, {"ids", {2}}, {"tokens", {"[CLS]"}}}},
        {"[SEP]", {{"id", "[SEP]"}, {"ids", {3}}, {"tokens", {"[SEP]"}}}}}}};
  return {{"version", "1.0"},
          {"truncation", nullptr},
          {"padding", nullptr},
          {"added_tokens", added},
          {"normalizer", nullptr},
          {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
          {"post_processor", post},
          {"decoder", nullptr},
          {"model",
           {{"type", "WordPiece"},
            {"unk_token", "[UNK]"},
            {"continuing_subword_prefix", "##"},
            {"max_input_chars_per_word", 100},
            {"vocab", vocab}}}};
}

// A golden and a model folder made from it, which is removed in the end.
class GoldenEncoder {
 public:
  explicit GoldenEncoder(const std::string& name) {
    std::ifstream in(std::filesystem::path(ASSAY_SOURCE_DIR) / "tests" / "data" /
                     "encoder_goldens" / (name + ".json"));
    golden = nlohmann::json::parse(in);
    for (const auto& [tensor, shape] : golden["tensors"].items()) {
      const auto sizes = shape.get<std::vector<std::size_t>>();
      tensors[tensor] = {sizes, golden_values(tensor, sizes)};
    }
    write("config.json", golden["config"].dump());
    write("tokenizer.json", golden_tokenizer().dump());
    write("model.safetensors", safetensors_of(tensors));
  }
  const std::filesystem::path& folder() const { return folder_; }

  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  Head head() const {
    if (golden["head"] == "classify") return Head::kClassify;
    return golden["head"] == "span" ? Head::kSpan : Head::kEmbed;
  }

  std::vector<Row> rows() const {
    std::vector<Row> rows;
    for (const auto& row : golden["rows"]) rows.push_back({row["ids"], row["types"]});
    return rows;
  }

  std::vector<std::vector<float>> outputs() const {
    std::vector<std::vector<float>> outputs;
    for (const auto& row : golden["rows"]) outputs.push_back(row["outputs"]);
    return outputs;
  }

  nlohmann::json golden;
  GoldenTensors tensors;

 private:
  TestFolder temporary_;
  std::filesystem::path folder_ = temporary_.path();
};

}  // namespace assay::model
