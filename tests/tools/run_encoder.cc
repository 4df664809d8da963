// usage: run_encoder FOLDER classify|span|embed auto|openvino < rows.jsonl
//
// Runs rows of token ids, {"ids": [...], "types": [...]} a line, through a model folder and prints
// one JSON list of outputs a line: for scripts that compare with other programs.

#include <iostream>
#include <nlohmann/json.hpp>

#include "model/openvino_engine.h"

int main(int argc, char** argv) {
  using namespace assay::model;
  if (argc != 4) return 2;
  const std::string head_name = argv[2];
  const Head head = head_name == "classify" ? Head::kClassify
                    : head_name == "span"   ? Head::kSpan
                                            : Head::kEmbed;
  std::vector<Row> rows;
  for (std::string line; std::getline(std::cin, line);) {
    const auto json = nlohmann::json::parse(line);
    rows.push_back({json["ids"].get<std::vector<std::int32_t>>(),
                    json["types"].get<std::vector<std::int32_t>>()});
  }
  const auto folder = open_model_folder(argv[1]);
  if (!folder) {
    std::cerr << folder.error().to_string() << "\n";
    return 1;
  }
  const EngineOptions options{.threads = 2};
  auto engine = [&]() -> assay::Result<std::unique_ptr<Engine>> {
    if (std::string(argv[3]) == "auto") return load_engine(*folder, head, options);
    auto graph = read_graph(*folder, head);
    if (!graph) return tl::unexpected(graph.error());
    return make_openvino_engine(*graph, *folder, head, options);
  }();
  if (!engine) {
    std::cerr << engine.error().to_string() << "\n";
    return 1;
  }
  EngineWork work;
  const auto outputs = (*engine)->run(rows, work);
  if (!outputs) {
    std::cerr << outputs.error().to_string() << "\n";
    return 1;
  }
  std::cerr << (*engine)->name() << "\n";
  for (const auto& output : *outputs) std::cout << nlohmann::json(output) << "\n";
}
