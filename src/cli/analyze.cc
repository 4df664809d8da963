// `assay analyze`: tokens, tags, dependencies, entities, noun chunks and sentences as JSON lines.

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/nlp.h"
#include "assay/record_reader.h"
#include "base/parallel.h"
#include "cli/command_line/option_kinds.h"
#include "cli/commands.h"
#include "cli/metric_selection.h"
#include "cli/model_selection.h"
#include "cli/terminal/output.h"
#include "engine/byte_source.h"
#include "engine/json_writer.h"
#include "engine/line_reader.h"

namespace assay::cli {
namespace {

using engine::JsonWriter;

// Records that are analysed at the same time and held in memory.
constexpr std::size_t kBatch = 256;

constexpr char kExamples[] =
    "assay analyze dialogues.jsonl > parses.jsonl\n"
    "assay analyze answers.csv --field response=model_answer\n"
    "assay analyze dialogues.jsonl --of knowledge\n"
    "echo 'Brad Pitt was born in 1963.' | assay analyze --text -";

// A line of plain text may be as long as a record.
constexpr std::size_t kMaxLine = std::size_t{64} << 20;

struct AnalyzeOptions {
  InputSelection input;
  std::string of = "response";
  ModelSelection selection;
  bool plain_text = false;
  bool margins = false;
};

struct Item {
  std::string id;
  std::optional<std::size_t> index;  // of the passage or turn
  std::string text;
  std::optional<Error> error;
};

// The next texts of the input, those of one record; absent at its end.
using Items = std::vector<Item>;
using Source = std::function<Result<std::optional<Items>>()>;

Result<Source> open_lines(const std::string& input) {
  auto bytes = engine::ByteSource::open(input);
  if (!bytes) return tl::unexpected(bytes.error());
  auto lines = std::make_shared<engine::LineReader>(*std::move(bytes), kMaxLine);
  return [lines]() -> Result<std::optional<Items>> {
    const auto line = lines->next();
    if (!line) return tl::unexpected(line.error());
    if (!line->has_value()) return std::nullopt;
    std::string_view text = (*line)->text;
    if (text.ends_with('\r')) text.remove_suffix(1);
    Item item{std::to_string((*line)->number), {}, std::string(text), {}};
    if (!(*line)->complete) {
      item.error = fail(ErrorCode::kInvalidInput, "the line is longer than 64 MiB").value();
      item.error->file = lines->source().name();
      item.error->line = (*line)->number;
    }
    return Items{std::move(item)};
  };
}

template <typename Texts>
Items items_of(const std::string& id, Texts& texts) {
  Items items;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    items.push_back({id, i, std::move(texts[i].text), {}});
  }
  return items;
}

// One reference is a text of its own, as the response is; of several each has its index.
Items items_of_references(Record& record) {
  Items items;
  for (std::size_t i = 0; i < record.references.size(); ++i) {
    const auto index = record.references.size() > 1 ? std::optional(i) : std::nullopt;
    items.push_back({record.id, index, std::move(record.references[i]), {}});
  }
  return items;
}

// A record without the field has no items.
Items items_of(RecordItem& item, const std::string& of) {
  Record& record = item.record;
  if (item.error) return {{record.id, {}, {}, std::move(item.error)}};
  if (of == "knowledge") return items_of(record.id, record.knowledge);
  if (of == "history") return items_of(record.id, record.history);
  if (of == "response") return {{record.id, {}, std::move(record.response), {}}};
  return items_of_references(record);
}

Result<Source> open_fields(const AnalyzeOptions& options) {
  auto source = record_source_of(options.input);
  if (!source) return tl::unexpected(source.error());
  source->wanted = options.of;
  auto opened = open_records(*source);
  if (!opened) return tl::unexpected(opened.error());
  const std::shared_ptr<RecordReader> reader = *std::move(opened);
  return [reader, of = options.of]() -> Result<std::optional<Items>> {
    auto record = reader->next();
    if (!record) return tl::unexpected(record.error());
    if (!record->has_value()) return std::nullopt;
    return items_of(**record, of);
  };
}

JsonWriter& write_place(JsonWriter& json, const Span& span) {
  return json.key("start").unsigned_integer(span.start).key("end").unsigned_integer(span.end);
}

void write_token(JsonWriter& json, const nlp::Token& token) {
  json.open_object().key("text").string(token.text);
  write_place(json, token.span);
  json.key("tag").string(token.tag).key("pos").string(token.pos).key("dep").string(token.dep);
  json.key("head").unsigned_integer(token.head).key("lemma").string(token.lemma);
  json.key("is_stop").boolean(token.is_stop).key("is_punct").boolean(token.is_punct);
  json.close_object();
}

// The ranges with their texts and, where they have different ones, their labels.
void write_ranges(JsonWriter& json, std::string_view name, const nlp::Doc& doc,
                  const std::vector<nlp::TokenRange>& ranges, bool with_labels) {
  json.key(name).open_list();
  for (const nlp::TokenRange& range : ranges) {
    json.open_object().key("text").string(doc.text_of(range));
    write_place(json, range.span);
    if (with_labels) json.key("label").string(range.label);
    json.close_object();
  }
  json.close_list();
}

void write_doc(JsonWriter& json, const nlp::Doc& doc) {
  json.key("text").string(*doc.text).key("tokens").open_list();
  for (const nlp::Token& token : doc.tokens) write_token(json, token);
  json.close_list();
  write_ranges(json, "entities", doc, doc.entities, /*with_labels=*/true);
  write_ranges(json, "noun_chunks", doc, doc.noun_chunks, /*with_labels=*/false);
  json.key("sentences").open_list();
  for (const nlp::TokenRange& sentence : doc.sentences) {
    write_place(json.open_object(), sentence.span).close_object();
  }
  json.close_list();
}

class Analysis {
 public:
  Analysis(const AnalyzeOptions& options, const nlp::Pipeline& pipeline)
      : options_(options), pipeline_(pipeline) {}

  Result<void> run(const Source& source) {
    Items batch;
    while (true) {
      auto items = source();
      if (!items) return tl::unexpected(items.error());
      if (items->has_value())
        std::move((*items)->begin(), (*items)->end(), std::back_inserter(batch));
      if (batch.size() >= kBatch || !items->has_value()) {
        if (!write(batch)) return {};  // finish_output tells why
        batch.clear();
      }
      if (!items->has_value()) return {};
    }
  }

  bool some_failed() const { return some_failed_; }

 private:
  std::string line_of(Item& item) const {
    JsonWriter json;
    json.open_object().key("id").string(item.id);
    if (item.index) json.key("index").unsigned_integer(*item.index);
    if (!item.error) {
      const auto doc = pipeline_.analyze(item.text);
      if (doc) {
        write_doc(json, *doc);
        if (options_.margins) json.key("margin").number(doc->smallest_margin);
      } else {
        item.error = doc.error();
      }
    }
    if (item.error) json.key("error").string(item.error->to_string());
    return json.close_object().take() + "\n";
  }

  bool write(Items& batch) {
    std::vector<std::string> lines(batch.size());
    base::parallel_for(batch.size(), options_.selection.threads,
                       [&](std::size_t i) { lines[i] = line_of(batch[i]); });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (batch[i].error) {
        some_failed_ = true;
        print_error(*batch[i].error);
      }
      if (!print(lines[i])) return false;
    }
    return true;
  }

  const AnalyzeOptions& options_;
  const nlp::Pipeline& pipeline_;
  bool some_failed_ = false;
};

ExitCode analyze(const AnalyzeOptions& options) {
  const std::string& input = options.input.input;
  const auto source = options.plain_text ? open_lines(input) : open_fields(options);
  if (!source) return fail_with_input(source.error(), input);
  const auto models = open_selection(options.selection);
  if (!models) return fail_command(models.error());
  const auto pipeline = models->resources->linguistics();
  if (!pipeline) return fail_command(pipeline.error());
  Analysis analysis(options, **pipeline);
  if (const auto done = analysis.run(*source); !done) return fail_with_input(done.error(), input);
  const ExitCode written = finish_output();
  if (written != ExitCode::kGood) return written;
  return analysis.some_failed() ? ExitCode::kFailedRecords : ExitCode::kGood;
}

}  // namespace

void add_analyze_command(Commands& commands) {
  auto options = std::make_shared<AnalyzeOptions>();
  CLI::App* app = commands.add(
      {"analyze", "Print tokens, dependencies, entities and noun chunks as JSON lines", kExamples},
      [options] { return analyze(*options); });
  add_input_options(*app, options->input);
  add_choice_option(*app, "--of", options->of, {"response", "knowledge", "history", "reference"},
                    "the field to analyse; of knowledge and history, every passage or turn")
      ->capture_default_str();
  app->add_flag("--text", options->plain_text, "IN is plain text, one text a line");
  app->add_flag("--margins", options->margins,
                "also print how close the closest decision of each text was");
  add_linguistics_options(*app, options->selection);
}

}  // namespace assay::cli
