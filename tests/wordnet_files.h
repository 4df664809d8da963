#pragma once
// A few words in the format of WordNet's data files, written into a test's folder.

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "test_files.h"

namespace assay::testing {

// One part of speech: synsets of words, and the lemmas whose synsets they are (by number, from 0).
struct WordNetPart {
  std::string name;   // noun
  char letter = 'n';  // n
  std::vector<std::vector<std::string>> synsets;
  std::vector<std::pair<std::string, std::vector<std::size_t>>> lemmas;
  std::string exceptions;
};

inline void write_wordnet_part(const TestFolder& folder, const WordNetPart& part) {
  std::string data = "  1 Of our own writing.  \n";
  std::vector<std::size_t> offsets;
  for (const auto& words : part.synsets) {
    offsets.push_back(data.size());
    data += fmt::format("{:08} 05 {} {:02x} ", offsets.back(), part.letter, words.size());
    for (const std::string& word : words) data += word + " 0 ";
    data += "000 | a gloss; \"with an example\"  \n";
  }
  std::string index = "  1 Of our own writing.  \n";
  for (const auto& [lemma, synsets] : part.lemmas) {
    index += fmt::format("{} {} {} 1 @ {} 0 ", lemma, part.letter, synsets.size(), synsets.size());
    for (const std::size_t synset : synsets) index += fmt::format("{:08} ", offsets[synset]);
    index += " \n";
  }
  folder.write("data." + part.name, data);
  folder.write("index." + part.name, index);
  folder.write(part.name + ".exc", part.exceptions);
}

// car and automobile, mouse and its plural, motor_car; run; ready with a marker; no adverbs.
inline void write_wordnet(const TestFolder& folder) {
  write_wordnet_part(
      folder,
      {"noun",
       'n',
       {{"car", "automobile", "motor_car"}, {"mouse", "Mus"}, {"run", "trial"}},
       {{"automobile", {0}}, {"car", {0}}, {"motor_car", {0}}, {"mouse", {1}}, {"run", {2}}},
       "mice mouse\n"});
  write_wordnet_part(folder,
                     {"verb", 'v', {{"run", "dash"}}, {{"dash", {0}}, {"run", {0}}}, "ran run\n"});
  write_wordnet_part(
      folder, {"adj", 'a', {{"ready(p)", "prepared"}}, {{"prepared", {0}}, {"ready", {0}}}, ""});
  write_wordnet_part(folder, {"adv", 'r', {{"fast"}}, {{"fast", {0}}}, ""});
}

}  // namespace assay::testing
