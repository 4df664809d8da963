// Annotates token ids, one text a line, for scripts that compare the networks with spaCy's.
//
//   annotate_ids PIPELINE_FOLDER < ids.jsonl > annotations.jsonl
//
// In: [[norm, prefix, suffix, shape, followed by space, is space], ...]
// Out: {"tags", "heads", "deps", "sentence_starts", "entities": [[begin, end, label]], "margin"}

#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nlp/neural.h"

namespace {

using assay::nlp::TokenIds;

std::vector<TokenIds> read_tokens(const std::string& line) {
  std::vector<TokenIds> tokens;
  for (const nlohmann::json& ids : nlohmann::json::parse(line)) {
    tokens.push_back({ids[0].get<std::uint64_t>(), ids[1].get<std::uint64_t>(),
                      ids[2].get<std::uint64_t>(), ids[3].get<std::uint64_t>(), ids[4] != 0,
                      ids[5] != 0});
  }
  return tokens;
}

nlohmann::json to_json(const assay::nlp::Annotations& annotations) {
  nlohmann::json entities = nlohmann::json::array();
  for (const assay::nlp::EntitySpan& entity : annotations.entities) {
    entities.push_back({entity.begin, entity.end, entity.label});
  }
  return {{"tags", annotations.tags},        {"heads", annotations.heads},
          {"deps", annotations.deps},        {"sentence_starts", annotations.sentence_starts},
          {"entities", std::move(entities)}, {"margin", annotations.smallest_margin}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: annotate_ids PIPELINE_FOLDER < ids.jsonl\n";
    return 2;
  }
  const auto model = assay::nlp::NeuralModel::load(argv[1]);
  if (!model) {
    std::cerr << model.error().to_string() << '\n';
    return 1;
  }
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << to_json((*model)->annotate(read_tokens(line))).dump() << '\n';
  }
  return 0;
}
