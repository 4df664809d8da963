// `assay analyze`: tokens, tags, dependencies, entities, noun chunks and sentences as JSON lines.

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/nlp.h"
#include "assay/record_reader.h"
#include "base/parallel.h"
#include "cli/commands.h"
#include "cli/model_selection.h"
#include "cli/option_kinds.h"
#include "cli/output.h"
#include "engine/json_writer.h"

namespace assay::cli {
namespace {

using engine::JsonWriter;

// Records that are analysed at the same time and held in memory.
constexpr std::size_t kBatch = 256;

constexpr char kExamples[] =
    "assay analyze dialogues.jsonl > parses.jsonl\n"
    "assay analyze dialogues.csv --field reference\n"
    "echo 'Brad Pitt was born in 1963.' | assay analyze --text -";

struct AnalyzeOptions {
  std::string input;
  std::string field = "response";
  ModelSelection selection;
  bool plain_text = false;
  bool margins = false;
};

struct Item {
  std::string id;
  std::string text;
  std::optional<Error> error;
};

// The next text of the input; absent at its end.
using Source = std::function<Result<std::optional<Item>>()>;

Result<Source> open_lines(const std::string& input) {
  std::shared_ptr<std::istream> stream;
  if (input == "-") {
    stream = std::shared_ptr<std::istream>(&std::cin, [](std::istream*) {});
  } else {
    stream = std::make_shared<std::ifstream>(input, std::ios::binary);
    if (!*stream) {
      Error error{ErrorCode::kNotFound, "the file cannot be opened", "", input, {}, ""};
      return tl::unexpected(std::move(error));
    }
  }
  return [stream, number = std::size_t{0}]() mutable -> Result<std::optional<Item>> {
    Item item;
    if (!std::getline(*stream, item.text)) return std::nullopt;
    item.id = std::to_string(++number);
    return item;
  };
}

Result<Source> open_fields(const AnalyzeOptions& options) {
  auto opened = open_records({.input = options.input, .fields = {{"response", options.field}}});
  if (!opened) return tl::unexpected(opened.error());
  const std::shared_ptr<RecordReader> reader = *std::move(opened);
  return [reader]() -> Result<std::optional<Item>> {
    auto record = reader->next();
    if (!record) return tl::unexpected(record.error());
    if (!record->has_value()) return std::nullopt;
    return Item{std::move((*record)->record.id), std::move((*record)->record.response),
                std::move((*record)->error)};
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
    std::vector<Item> batch;
    while (true) {
      auto item = source();
      if (!item) return tl::unexpected(item.error());
      if (item->has_value()) batch.push_back(**std::move(item));
      if (batch.size() == kBatch || !item->has_value()) {
        if (!write(batch)) return {};  // finish_output tells why
        batch.clear();
      }
      if (!item->has_value()) return {};
    }
  }

  bool some_failed() const { return some_failed_; }

 private:
  std::string line_of(Item& item) const {
    JsonWriter json;
    json.open_object().key("id").string(item.id);
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

  bool write(std::vector<Item>& batch) {
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
  const auto source = options.plain_text ? open_lines(options.input) : open_fields(options);
  if (!source) return fail_command(source.error());
  const auto models = open_selection(options.selection);
  if (!models) return fail_command(models.error());
  const auto pipeline = models->resources->linguistics();
  if (!pipeline) return fail_command(pipeline.error());
  Analysis analysis(options, **pipeline);
  if (const auto done = analysis.run(*source); !done) return fail_command(done.error());
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
  add_file_option(*app, "input", options->input, "records (JSONL, CSV, TSV); - for standard input")
      ->required();
  app->add_option("--field", options->field, "the field that holds the text")
      ->capture_default_str();
  app->add_flag("--text", options->plain_text, "the input is plain text, one text a line");
  app->add_flag("--margins", options->margins,
                "also print how close the closest decision of each text was");
  add_linguistics_options(*app, options->selection);
}

}  // namespace assay::cli
