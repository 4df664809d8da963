#include "nlp/wordnet.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <set>
#include <span>

#include "base/file.h"
#include "base/hash.h"

namespace assay::nlp {
namespace {

constexpr char kStandardFolder[] = "/usr/share/wordnet";
constexpr char kHint[] =
    "install Debian's package wordnet-base, or name the folder of WordNet's data files with "
    "--wordnet or in $ASSAY_WORDNET";

constexpr std::size_t kMostKnown = 100'000;  // words whose synonyms are kept

// In the order of WordNet::parts_.
constexpr std::array<std::string_view, 4> kNames = {"noun", "verb", "adj", "adv"};

struct Ending {
  std::string_view old_ending;
  std::string_view new_ending;
};

// WordNet's rules of detachment: what regular inflections are cut back to.
constexpr Ending kNounEndings[] = {{"s", ""},      {"ses", "s"},   {"ves", "f"},
                                   {"xes", "x"},   {"zes", "z"},   {"ches", "ch"},
                                   {"shes", "sh"}, {"men", "man"}, {"ies", "y"}};
constexpr Ending kVerbEndings[] = {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
                                   {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
constexpr Ending kAdjectiveEndings[] = {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};

std::span<const Ending> endings_of(std::size_t part) {
  switch (part) {
    case 0:
      return kNounEndings;
    case 1:
      return kVerbEndings;
    case 2:
      return kAdjectiveEndings;
    default:
      return {};
  }
}

// Takes the words of a line one by one.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  // Empty at the end.
  std::string_view next() {
    const std::size_t begin = std::min(rest_.find_first_not_of(" \r"), rest_.size());
    const std::size_t end = std::min(rest_.find_first_of(" \r", begin), rest_.size());
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return word;
  }
  std::optional<std::size_t> next_number(int base = 10) {
    const std::string_view word = next();
    std::size_t number = 0;
    const auto [stop, error] =
        std::from_chars(word.data(), word.data() + word.size(), number, base);
    if (word.empty() || error != std::errc() || stop != word.data() + word.size())
      return std::nullopt;
    return number;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

template <typename Use>
void for_each_line(const std::string& text, Use use) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    use(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
  }
}

// "galore(ip)" is galore, with the place that an adjective may take.
std::string_view without_marker(std::string_view lemma) {
  return lemma.ends_with(')') ? lemma.substr(0, lemma.find('(')) : lemma;
}

// The single words of the synset that starts at byte `offset`.
void add_words(const std::string& data, std::size_t offset, std::set<std::string>& words) {
  if (offset >= data.size()) return;
  Words line(std::string_view(data).substr(offset, data.find('\n', offset) - offset));
  line.next();  // the offset
  line.next();  // the lexicographer's file
  line.next();  // the part of speech
  const std::size_t count = line.next_number(16).value_or(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view word = without_marker(line.next());
    if (word.find('_') == std::string_view::npos) words.emplace(word);
    line.next();  // number of the sense
  }
}

// Whether a synset starts at byte `offset`.
bool starts_synset(const std::string& data, std::size_t offset) {
  if (offset >= data.size()) return false;
  return Words(std::string_view(data).substr(offset, 9)).next_number() == offset;
}

}  // namespace

Result<void> WordNet::read_index(const std::string& file, PartOfSpeech& part) {
  std::size_t number = 0;
  std::size_t bad_line = 0;
  for_each_line(part.index, [&](std::string_view line) {
    ++number;
    if (bad_line > 0 || line.empty() || line.front() == ' ') return;  // the licence
    Words words(line);
    const std::string_view lemma = words.next();
    words.next();  // the part of speech
    const auto synsets = words.next_number();
    const auto pointers = words.next_number();
    for (std::size_t i = 0; i < pointers.value_or(0); ++i) words.next();
    const auto senses = words.next_number();
    const auto tagged = words.next_number();
    const std::string_view offsets = words.rest();
    const auto first = words.next_number();
    const bool good = synsets && pointers && tagged && first && senses == synsets &&
                      starts_synset(part.data, *first);
    if (!good) bad_line = number;
    part.synsets[lemma] = offsets;
  });
  if (bad_line == 0) return {};
  auto failure = fail(ErrorCode::kCorrupt, "is not a line of WordNet's index", kHint);
  failure.value().file = file;
  failure.value().line = bad_line;
  return failure;
}

void WordNet::read_exceptions(PartOfSpeech& part) {
  for_each_line(part.exception_file, [&](std::string_view line) {
    Words words(line);
    const std::string_view form = words.next();
    if (form.empty()) return;
    std::vector<std::string_view> bases;
    for (auto base = words.next(); !base.empty(); base = words.next()) bases.push_back(base);
    part.exceptions[form] = std::move(bases);
  });
}

Result<void> WordNet::read(const std::filesystem::path& folder, std::string_view name,
                           PartOfSpeech& part) {
  const auto take = [&](const std::string& file, std::string& text) -> Result<void> {
    auto bytes = base::read_file(folder / file, kHint);
    if (!bytes) return tl::unexpected(bytes.error());
    text = std::move(*bytes);
    return {};
  };
  const std::string index = fmt::format("index.{}", name);
  if (auto taken = take(index, part.index); !taken) return taken;
  if (auto taken = take(fmt::format("data.{}", name), part.data); !taken) return taken;
  if (auto taken = take(fmt::format("{}.exc", name), part.exception_file); !taken) return taken;
  read_exceptions(part);
  return read_index((folder / index).string(), part);
}

Result<std::unique_ptr<WordNet>> WordNet::load(const std::filesystem::path& folder) {
  std::unique_ptr<WordNet> wordnet(new WordNet);
  base::Hasher128 hasher;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    PartOfSpeech& part = wordnet->parts_[i];
    if (auto done = read(folder, kNames[i], part); !done) return tl::unexpected(done.error());
    hasher.add(part.index).add(part.data).add(part.exception_file);
  }
  wordnet->fingerprint_ = "wordnet:" + hasher.digest().hex().substr(0, 16);
  return wordnet;
}

// The word itself and what it may be an inflection of, as far as the index has them.
std::vector<std::string> WordNet::base_forms(const PartOfSpeech& part, std::size_t number,
                                             const std::string& word) {
  std::vector<std::string> forms = {word};
  const auto irregular = part.exceptions.find(word);
  if (irregular != part.exceptions.end()) {
    forms.insert(forms.end(), irregular->second.begin(), irregular->second.end());
  } else {
    for (const Ending& ending : endings_of(number)) {
      if (!word.ends_with(ending.old_ending)) continue;
      forms.push_back(word.substr(0, word.size() - ending.old_ending.size()) +
                      std::string(ending.new_ending));
    }
  }
  std::erase_if(forms, [&](const std::string& form) { return !part.synsets.contains(form); });
  return forms;
}

std::vector<std::string> WordNet::find_synonyms(const std::string& word) const {
  std::set<std::string> found;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    for (const std::string& form : base_forms(parts_[i], i, word)) {
      Words offsets(parts_[i].synsets.at(form));
      for (auto offset = offsets.next_number(); offset; offset = offsets.next_number())
        add_words(parts_[i].data, *offset, found);
    }
  }
  return {found.begin(), found.end()};
}

std::shared_ptr<const std::vector<std::string>> WordNet::synonyms(const std::string& word) const {
  {
    const std::shared_lock lock(mutex_);
    const auto known = known_.find(word);
    if (known != known_.end()) return known->second;
  }
  auto found = std::make_shared<const std::vector<std::string>>(find_synonyms(word));
  const std::unique_lock lock(mutex_);
  if (known_.size() >= kMostKnown) known_.clear();
  known_.try_emplace(word, found);
  return found;
}

Result<std::filesystem::path> wordnet_path(const std::string& path) {
  std::filesystem::path folder = path;
  const char* variable = std::getenv("ASSAY_WORDNET");
  if (folder.empty() && variable != nullptr) folder = variable;
  if (folder.empty()) folder = kStandardFolder;
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return folder;
  auto failure = fail(ErrorCode::kNotFound, "there is no folder of WordNet's data files", kHint);
  failure.value().file = folder.string();
  return failure;
}

}  // namespace assay::nlp
