// usage: model_quality nli|qa FILE.jsonl [EVERY]
//
// Quality of the default models on labelled lines, as the model cards state it; every EVERY-th line
// is taken (default: all). NLI lines have premise, hypothesis, label, source; QA lines have
// context, question, answer_text. Unanswerable QA inputs are made by asking each question of the
// context of the line half the file away.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "assay/model.h"
#include "assay/models.h"
#include "text/answer_text.h"

namespace {

using namespace assay;
using nlohmann::json;

std::vector<json> read_lines(const char* file, std::size_t every) {
  std::ifstream in(file);
  std::vector<json> lines;
  std::size_t at = 0;
  for (std::string line; std::getline(in, line);) {
    if (at++ % every == 0) lines.push_back(json::parse(line));
  }
  return lines;
}

int measure_nli(const std::vector<json>& lines) {
  const auto nli = NliModel::load(models_path("nli").value()).value();
  std::vector<std::string> texts;
  for (const json& line : lines) {
    texts.push_back(line["premise"]);
    texts.push_back(line["hypothesis"]);
  }
  std::vector<TextPair> pairs;
  for (std::size_t i = 0; i < lines.size(); ++i) pairs.push_back({texts[2 * i], texts[2 * i + 1]});
  const auto scores = nli->judge(pairs).value();
  std::map<std::string, std::pair<std::size_t, std::size_t>> right;  // of, total
  constexpr const char* kLabels[] = {"entailment", "neutral", "contradiction"};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool hit = lines[i]["label"] == kLabels[static_cast<int>(scores[i].label())];
    for (const std::string& key : {lines[i]["source"].get<std::string>(), std::string("all")}) {
      right[key].first += hit ? 1 : 0;
      ++right[key].second;
    }
  }
  for (const auto& [source, counts] : right) {
    std::cout << source << ": accuracy "
              << static_cast<double>(counts.first) / static_cast<double>(counts.second) << " of "
              << counts.second << "\n";
  }
  return 0;
}

int measure_qa(const std::vector<json>& lines) {
  const auto qa = QaModel::load(models_path("qa").value()).value();
  std::vector<std::string> questions;
  std::vector<std::string> contexts;
  for (const json& line : lines) {
    questions.push_back(line["question"]);
    contexts.push_back(line["context"]);
  }
  std::vector<QuestionContext> inputs;
  const std::size_t n = lines.size();
  for (std::size_t i = 0; i < n; ++i) inputs.push_back({questions[i], contexts[i]});
  for (std::size_t i = 0; i < n; ++i) inputs.push_back({questions[i], contexts[(i + n / 2) % n]});
  const auto answers = qa->answer(inputs).value();
  double exact = 0;
  double f1 = 0;
  double refused = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string given = answers[i].answer ? answers[i].answer->text : "";
    const std::string gold = lines[i]["answer_text"];
    constexpr auto kStyle = text::AnswerStyle::kSquad;
    const bool equal =
        text::normalize_answer(given, kStyle) == text::normalize_answer(gold, kStyle);
    exact += equal ? 1 : 0;
    f1 += text::answer_f1(given, gold, kStyle);
    refused += answers[n + i].answer ? 0 : 1;
  }
  const auto count = static_cast<double>(n);
  std::cout << n << " questions: exact match " << exact / count << ", F1 " << f1 / count
            << "; asked of another context: " << refused / count << " refused\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto lines = read_lines(argv[2], argc > 3 ? std::stoul(argv[3]) : 1);
  return std::string_view(argv[1]) == "nli" ? measure_nli(lines) : measure_qa(lines);
}
