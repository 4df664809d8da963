// Loads a pipeline folder and puts the parts together: tokenizer, networks, attribute ruler,
// lemmatizer, noun chunks, sentences.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "assay/nlp.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "nlp/attribute_ruler.h"
#include "nlp/lemmatizer.h"
#include "nlp/msgpack_reader.h"
#include "nlp/neural.h"
#include "nlp/noun_chunks.h"
#include "nlp/pipeline_plan.h"
#include "nlp/tokenizer.h"
#include "text/utf8.h"

namespace assay::nlp {
namespace {

struct Parts {
  PipelinePlan plan;
  std::unique_ptr<Tokenizer> tokenizer;
  std::unique_ptr<NeuralModel> networks;
  std::optional<AttributeRuler> attribute_ruler;
  std::optional<Lemmatizer> lemmatizer;
  std::string fingerprint;
};

// The hash is over the content of all files in the order of their names.
Result<std::string> content_hash(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failed;
  for (auto entry = std::filesystem::recursive_directory_iterator(folder, failed);
       entry != std::filesystem::recursive_directory_iterator(); entry.increment(failed)) {
    if (failed) break;
    if (entry->is_regular_file(failed)) files.push_back(entry->path());
  }
  if (failed) return fail(ErrorCode::kIo, "the folder cannot be read: " + failed.message());
  std::ranges::sort(files);
  base::Hasher128 hasher;
  for (const auto& file : files) {
    auto bytes = read_file(file);
    if (!bytes) return tl::unexpected(bytes.error());
    hasher.add(file.lexically_relative(folder).generic_string()).add(*bytes);
  }
  return hasher.digest().hex();
}

TokenIds ids_of(const RawToken& token) {
  const Lexeme& lexeme = *token.lexeme;
  return {lexeme.norm,  lexeme.prefix,           lexeme.suffix,
          lexeme.shape, token.followed_by_space, lexeme.is_space};
}

Doc doc_of(std::string_view text) {
  Doc doc;
  doc.text = std::make_unique<const std::string>(text);
  return doc;
}

void add_tokens(const TokenizedText& tokenized, Doc& doc) {
  doc.tokens.reserve(tokenized.tokens.size());
  for (const RawToken& raw : tokenized.tokens) {
    Token& token = doc.tokens.emplace_back();
    token.span = {raw.code_point_start, raw.code_point_start + raw.lexeme->code_points,
                  raw.byte_start, raw.byte_end()};
    token.text = std::string_view(*doc.text).substr(raw.byte_start, raw.lexeme->bytes);
    token.head = doc.tokens.size() - 1;
    token.is_stop = raw.lexeme->is_stop;
    token.is_punct = raw.lexeme->is_punct;
    token.is_space = raw.lexeme->is_space;
  }
}

std::vector<TokenAnalysis> start_analysis(const TokenizedText& tokenized, const Doc& doc,
                                          const Annotations& annotations) {
  std::vector<TokenAnalysis> tokens(doc.tokens.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    TokenAnalysis& token = tokens[i];
    token.text = doc.tokens[i].text;
    token.lexeme = tokenized.tokens[i].lexeme;
    token.tag = i < annotations.tags.size() ? annotations.tags[i] : std::string_view();
    token.dep = i < annotations.deps.size() ? annotations.deps[i] : std::string_view();
    token.head = i < annotations.heads.size() ? annotations.heads[i] : i;
  }
  return tokens;
}

std::size_t steps_to_root(const std::vector<Token>& tokens, std::size_t token) {
  std::size_t steps = 0;
  // A damaged tree could go in circles; no path is longer than the text.
  while (tokens[token].head != token && steps < tokens.size()) {
    token = tokens[token].head;
    ++steps;
  }
  return steps;
}

// The token of the range nearest to the root of the sentence, among those whose head lies outside.
std::size_t root_of(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens[i].head == i) return i;
  }
  std::size_t root = begin;
  std::size_t fewest = tokens.size();
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens[i].head >= begin && tokens[i].head < end) continue;
    const std::size_t steps = steps_to_root(tokens, i);
    if (steps < fewest) {
      fewest = steps;
      root = i;
    }
  }
  return root;
}

TokenRange range_of(const std::vector<Token>& tokens, std::size_t begin, std::size_t end,
                    std::string_view label) {
  const Span& first = tokens[begin].span;
  const Span& last = tokens[end - 1].span;
  return {begin,
          end,
          {first.start, last.end, first.byte_start, last.byte_end},
          label,
          root_of(tokens, begin, end)};
}

void add_sentences(const Annotations& annotations, Doc& doc) {
  if (annotations.sentence_starts.empty()) return;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= doc.tokens.size(); ++i) {
    if (i < doc.tokens.size() && !annotations.sentence_starts[i]) continue;
    doc.tokens[begin].sent_start = true;
    doc.sentences.push_back(range_of(doc.tokens, begin, i, ""));
    begin = i;
  }
}

class SpacyPipeline final : public Pipeline {
 public:
  explicit SpacyPipeline(Parts parts) : parts_(std::move(parts)) {}

  const std::string& fingerprint() const override { return parts_.fingerprint; }

  Result<Doc> tokenize(std::string_view text) const override {
    if (auto valid = text::check_utf8(text); !valid) return tl::unexpected(valid.error());
    auto tokenized = parts_.tokenizer->tokenize(text);
    if (!tokenized) return tl::unexpected(tokenized.error());
    Doc doc = doc_of(text);
    add_tokens(*tokenized, doc);
    return doc;
  }

  Result<Doc> analyze(std::string_view text) const override {
    if (auto valid = text::check_utf8(text); !valid) return tl::unexpected(valid.error());
    auto tokenized = parts_.tokenizer->tokenize(text);
    if (!tokenized) return tl::unexpected(tokenized.error());
    Doc doc = doc_of(text);
    add_tokens(*tokenized, doc);
    if (doc.tokens.empty()) return doc;
    if (auto done = annotate(*tokenized, doc); !done) return tl::unexpected(done.error());
    return doc;
  }

 private:
  Result<void> annotate(const TokenizedText& tokenized, Doc& doc) const {
    std::vector<TokenIds> ids(tokenized.tokens.size());
    std::ranges::transform(tokenized.tokens, ids.begin(), ids_of);
    const Annotations annotations = parts_.networks->annotate(ids);
    doc.smallest_margin = annotations.smallest_margin;
    std::vector<TokenAnalysis> tokens = start_analysis(tokenized, doc, annotations);
    if (parts_.attribute_ruler) {
      if (auto done = parts_.attribute_ruler->apply(tokens); !done) return done;
    }
    if (parts_.lemmatizer) lemmatize(tokens);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      Token& token = doc.tokens[i];
      token.tag = tokens[i].tag;
      token.pos = tokens[i].pos;
      token.dep = tokens[i].dep;
      token.head = tokens[i].head;
      token.lemma = std::move(tokens[i].lemma);
    }
    add_ranges(annotations, tokens, doc);
    return {};
  }

  void lemmatize(std::span<TokenAnalysis> tokens) const {
    for (TokenAnalysis& token : tokens) {
      if (token.lemma.empty() || parts_.plan.lemmatizer_overwrites) {
        token.lemma = parts_.lemmatizer->lemma(token);
      }
    }
  }

  void add_ranges(const Annotations& annotations, std::span<const TokenAnalysis> tokens,
                  Doc& doc) const {
    for (const EntitySpan& entity : annotations.entities) {
      doc.entities.push_back(range_of(doc.tokens, entity.begin, entity.end, entity.label));
    }
    if (!parts_.plan.has_parser) return;
    for (const ChunkSpan& chunk : english_noun_chunks(tokens)) {
      doc.noun_chunks.push_back(range_of(doc.tokens, chunk.begin, chunk.end, "NP"));
    }
    add_sentences(annotations, doc);
  }

  Parts parts_;
};

template <typename T>
Result<void> take(Result<T> loaded, auto& place) {
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  place = *std::move(loaded);
  return {};
}

Result<std::unique_ptr<Tokenizer>> load_tokenizer(const std::filesystem::path& folder) {
  auto lexicon = Lexicon::load(folder);
  if (!lexicon) return tl::unexpected(lexicon.error());
  return Tokenizer::load(folder, *std::move(lexicon));
}

Result<Parts> load_parts(const std::filesystem::path& folder) {
  Parts parts;
  Result<void> done = take(read_pipeline_plan(folder), parts.plan);
  if (done) done = take(load_tokenizer(folder), parts.tokenizer);
  if (done) done = take(NeuralModel::load(folder), parts.networks);
  if (done && !parts.plan.attribute_ruler.empty()) {
    done = take(AttributeRuler::load(folder / parts.plan.attribute_ruler), parts.attribute_ruler);
  }
  if (done && !parts.plan.lemmatizer.empty()) {
    done = take(Lemmatizer::load(folder / parts.plan.lemmatizer), parts.lemmatizer);
  }
  std::string hash;
  if (done) done = take(content_hash(folder), hash);
  if (!done) return tl::unexpected(std::move(done.error()));
  parts.fingerprint = fmt::format("spacy:{}:{}:{}", parts.plan.name, parts.plan.version, hash);
  return parts;
}

}  // namespace

Result<std::unique_ptr<Pipeline>> Pipeline::load(const std::filesystem::path& folder) {
  auto parts = load_parts(folder);
  if (!parts) return tl::unexpected(std::move(parts.error()));
  return std::make_unique<SpacyPipeline>(*std::move(parts));
}

Result<std::vector<Doc>> Pipeline::analyze(std::span<const std::string_view> texts,
                                           int threads) const {
  std::vector<Result<Doc>> results(texts.size());
  base::parallel_for(texts.size(), threads, [&](std::size_t i) { results[i] = analyze(texts[i]); });
  std::vector<Doc> docs;
  docs.reserve(texts.size());
  for (Result<Doc>& result : results) {
    // The first text that fails, whichever thread met an error first.
    if (!result) return tl::unexpected(std::move(result.error()));
    docs.push_back(*std::move(result));
  }
  return docs;
}

}  // namespace assay::nlp
