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

// Calls use(word) for every word of the synset that starts at byte `offset`; false where no whole
// synset does.
template <typename Use>
bool for_each_word(std::string_view data, std::size_t offset, Use use) {
  if (offset >= data.size()) return false;
  Words line(data.substr(offset, data.find('\n', offset) - offset));
  if (line.next_number() != offset) return false;
  line.next();  // the lexicographer's file
  line.next();  // the part of speech
  const auto count = line.next_number(16);
  // A damaged count can be any number: the line's end is what ends.
  for (std::size_t i = 0; i < count.value_or(0); ++i) {
    const std::string_view word = line.next();
    if (word.empty() || !line.next_number(16)) return false;  // the number of the sense
    use(word);
  }
  return count.value_or(0) > 0;
}

// The single words of the synset that starts at byte `offset`.
void add_words(const std::string& data, std::size_t offset, std::set<std::string>& words) {
  for_each_word(data, offset, [&](std::string_view word) {
    if (word.find('_') == std::string_view::npos) words.emplace(without_marker(word));
  });
}

// What an index says of a lemma.
struct IndexLine {
  std::string_view lemma;
  std::string_view offsets;
};

std::optional<IndexLine> parse_index_line(std::string_view line) {
  Words words(line);
  IndexLine parsed{.lemma = words.next(), .offsets = {}};
  words.next();  // the part of speech
  const auto synsets = words.next_number();
  const auto pointers = words.next_number();
  if (!synsets || *synsets == 0 || !pointers) return std::nullopt;
  for (std::size_t i = 0; i < *pointers; ++i) {
    if (words.next().empty()) return std::nullopt;
  }
  const auto senses = words.next_number();
  const auto tagged = words.next_number();
  if (senses != synsets || !tagged) return std::nullopt;
  parsed.offsets = words.rest();
  std::size_t there = 0;
  while (words.next_number()) ++there;
  if (there != *synsets) return std::nullopt;
  return parsed;
}

// The first of a lemma's offsets at which `data` has no synset.
std::optional<std::size_t> offset_without_synset(const std::string& data,
                                                 std::string_view offsets) {
  Words numbers(offsets);
  while (const auto offset = numbers.next_number()) {
    if (!for_each_word(data, *offset, [](std::string_view) {})) return offset;
  }
  return std::nullopt;
}

std::string index_file(std::size_t part) {
  return fmt::format("index.{}", kNames[part]);
}
std::string data_file(std::size_t part) {
  return fmt::format("data.{}", kNames[part]);
}

tl::unexpected<Error> corrupt(const std::string& file, std::string message,
                              std::optional<std::size_t> line = {}) {
  auto failure = fail(ErrorCode::kCorrupt, std::move(message), kHint);
  failure.value().file = file;
  if (line) failure.value().line = *line;
  return failure;
}

}  // namespace

Result<void> WordNet::read_index(const std::string& file, const std::string& data_file,
                                 PartOfSpeech& part) {
  std::size_t number = 0;
  std::optional<Error> bad;
  for_each_line(part.texts.index, [&](std::string_view line) {
    ++number;
    if (bad || line.empty() || line.front() == ' ') return;  // the licence
    const auto parsed = parse_index_line(line);
    if (!parsed) {
      bad = corrupt(file, "is not a line of WordNet's index", number).value();
    } else if (const auto offset = offset_without_synset(part.texts.data, parsed->offsets)) {
      bad = corrupt(data_file, fmt::format("no synset starts at byte {}, where line {} of the "
                                           "index has one",
                                           *offset, number))
                .value();
    } else {
      part.synsets[parsed->lemma] = parsed->offsets;
    }
  });
  if (bad) return tl::unexpected(*std::move(bad));
  if (part.synsets.empty()) return corrupt(file, "holds no words");
  return {};
}

void WordNet::read_exceptions(PartOfSpeech& part) {
  for_each_line(part.texts.exceptions, [&](std::string_view line) {
    Words words(line);
    const std::string_view form = words.next();
    if (form.empty()) return;
    std::vector<std::string_view> bases;
    for (auto base = words.next(); !base.empty(); base = words.next()) bases.push_back(base);
    part.exceptions[form] = std::move(bases);
  });
}

Result<std::unique_ptr<WordNet>> WordNet::load(const std::filesystem::path& folder) {
  AllTexts texts;
  const auto take = [&](const std::string& file, std::string& text) -> Result<void> {
    auto bytes = base::read_file(folder / file, kHint);
    if (!bytes) return tl::unexpected(bytes.error());
    text = std::move(*bytes);
    return {};
  };
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    auto& [index, data, exceptions] = texts[i];
    if (auto taken = take(index_file(i), index); !taken) return tl::unexpected(taken.error());
    if (auto taken = take(data_file(i), data); !taken) return tl::unexpected(taken.error());
    if (auto taken = take(fmt::format("{}.exc", kNames[i]), exceptions); !taken)
      return tl::unexpected(taken.error());
  }
  return parse(std::move(texts), folder);
}

Result<std::unique_ptr<WordNet>> WordNet::parse(AllTexts texts,
                                                const std::filesystem::path& folder) {
  std::unique_ptr<WordNet> wordnet(new WordNet);
  base::Hasher128 hasher;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    PartOfSpeech& part = wordnet->parts_[i];
    part.texts = std::move(texts[i]);
    hasher.add(part.texts.index).add(part.texts.data).add(part.texts.exceptions);
    read_exceptions(part);
    const auto read =
        read_index((folder / index_file(i)).string(), (folder / data_file(i)).string(), part);
    if (!read) return tl::unexpected(read.error());
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
        add_words(parts_[i].texts.data, *offset, found);
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
