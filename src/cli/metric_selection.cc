#include "cli/metric_selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/command_line/option_kinds.h"
#include "cli/command_line/suggest.h"

namespace assay::cli {
namespace {

constexpr char kMetricOptions[] = "Metric options";
constexpr char kReferenceOptions[] = "Options of metrics that compare with a reference";
constexpr char kInputOptions[] = "Input options";

constexpr std::uint64_t kMostQuestions = 1'000'000;
constexpr std::uint64_t kMostLayers = 1000;

std::vector<std::string> metric_names() {
  std::vector<std::string> names;
  for (const MetricInfo& info : list_metrics()) names.push_back(info.name);
  return names;
}

// Spaces around a name, as people write them behind commas.
std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// CLI11's own delimiter would pass over empty names, and take the next argument after a lone comma.
std::vector<std::string> split_names(const std::string& list) {
  std::vector<std::string> names(1);
  for (const char c : list) {
    if (c == ',') {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  for (std::string& name : names) name = trimmed(name);
  return names;
}

CLI::Validator names() {
  auto check = [](const std::string& list) {
    const auto parts = split_names(list);
    const bool gap = std::find(parts.begin(), parts.end(), "") != parts.end();
    return gap ? fmt::format("`{}` must be names separated by commas", list) : std::string();
  };
  return CLI::Validator(check, "");
}

// chosen_metrics checks the names.
void add_metric_option(CLI::App& app, MetricSelection& selection) {
  const auto read = [&selection](const std::vector<std::string>& lists) {
    selection.metrics.clear();
    for (const std::string& list : lists) {
      for (std::string& name : split_names(list)) selection.metrics.push_back(std::move(name));
    }
  };
  app.add_option_function<std::vector<std::string>>("-m,--metric", read,
                                                    "metrics, separated by commas")
      ->type_name(metric_choices())
      ->check(not_empty())
      ->check(names())
      ->allow_extra_args(false)
      ->required();
}

void add_question_options(CLI::App& app, MetricSelection& selection) {
  add_choice_option(app, "--questions", selection.questions, {"single", "all"},
                    "questions counted for each candidate: the first good one, or all "
                    "(default: single; all with --compat q2-paper)")
      ->group(kMetricOptions);
  add_count_option(app, "--max-questions", selection.options.max_questions, 1,
                   "questions tried for each candidate", kMostQuestions)
      ->capture_default_str()
      ->group(kMetricOptions);
  app.add_flag("--keep-personal", selection.options.keep_personal,
               "keep questions about I, you, my, your")
      ->group(kMetricOptions);
  add_choice_option(app, "--question-style", selection.question_style,
                    {"any", "fronted", "in_place"}, "questions the rules may make, for measuring")
      ->capture_default_str()
      ->group(kMetricOptions);
}

void add_bleu_options(CLI::App& app, MetricSelection& selection) {
  add_choice_option(app, "--bleu-tokenizer", selection.bleu_tokenizer, {"13a", "none", "intl"},
                    "how bleu cuts texts into tokens")
      ->capture_default_str()
      ->group(kReferenceOptions);
  app.add_flag("--bleu-lower-case", selection.options.bleu.lower_case, "bleu: lower-case the texts")
      ->group(kReferenceOptions);
  add_choice_option(app, "--bleu-smoothing", selection.bleu_smoothing,
                    {"none", "floor", "add-k", "exp"}, "what bleu puts for n-grams that none share")
      ->capture_default_str()
      ->group(kReferenceOptions);
  add_real_option(app, "--bleu-smooth-value", selection.bleu_smooth_value,
                  "of floor (default: 0.1) and add-k (default: 1)")
      ->group(kReferenceOptions);
}

void add_bertscore_options(CLI::App& app, MetricSelection& selection) {
  app.add_option_function<std::uint64_t>(
         "--bertscore-layer",
         [&selection](const std::uint64_t& layer) { selection.bertscore_layer = layer; },
         "layer of the encoder whose states bertscore compares; 0: the embeddings (default: the "
         "last)")
      ->type_name("N")
      ->transform(whole_number(0, kMostLayers))
      ->group(kReferenceOptions);
  add_file_option(app, "--bertscore-idf", selection.options.bertscore.idf,
                  "bertscore: weigh tokens by their rarity in these texts, one a line")
      ->group(kReferenceOptions);
  add_file_option(app, "--bertscore-baseline", selection.options.bertscore.baseline,
                  "bertscore: rescale by the baselines in a file of bert-score's")
      ->group(kReferenceOptions);
}

void add_reference_options(CLI::App& app, MetricSelection& selection) {
  add_choice_option(app, "--against", selection.against, {"reference", "knowledge"},
                    "what bleu, rouge, meteor, bertscore and embedding compare the response with "
                    "(default: reference; knowledge with --compat q2-paper)")
      ->group(kReferenceOptions);
  add_bleu_options(app, selection);
  app.add_flag("--rouge-stem", selection.options.rouge.stem, "rouge: stem words (Porter)")
      ->group(kReferenceOptions);
  add_choice_option(app, "--meteor-parameters", selection.meteor_parameters, {"nltk", "2007"},
                    "weights of meteor: NLTK's, or those that were tuned in 2007")
      ->capture_default_str()
      ->group(kReferenceOptions);
  add_bertscore_options(app, selection);
}

// The options of reference metrics whose words stand in the selection.
void set_reference_options(const MetricSelection& selection, MetricOptions& options) {
  if (selection.against == "reference") options.against = Against::kReference;
  if (selection.against == "knowledge") options.against = Against::kKnowledge;
  if (selection.bleu_tokenizer == "none") options.bleu.tokenizer = BleuOptions::Tokenizer::kNone;
  if (selection.bleu_tokenizer == "intl") options.bleu.tokenizer = BleuOptions::Tokenizer::kIntl;
  if (selection.bleu_smoothing == "none") options.bleu.smoothing = BleuOptions::Smoothing::kNone;
  if (selection.bleu_smoothing == "floor") options.bleu.smoothing = BleuOptions::Smoothing::kFloor;
  if (selection.bleu_smoothing == "add-k") options.bleu.smoothing = BleuOptions::Smoothing::kAddK;
  options.bleu.smooth_value = selection.bleu_smooth_value;
  if (selection.meteor_parameters == "2007")
    options.meteor.parameters = MeteorOptions::Parameters::k2007;
  if (selection.bertscore_layer)
    options.bertscore.layer = static_cast<int>(*selection.bertscore_layer);
}

InputFormat input_format_of(const InputSelection& selection) {
  if (selection.format == "jsonl") return InputFormat::kJsonl;
  if (selection.format == "csv") return InputFormat::kCsv;
  if (selection.format == "tsv") return InputFormat::kTsv;
  return InputFormat::kAuto;
}

}  // namespace

std::string metric_choices() {
  return fmt::format("{}", fmt::join(metric_names(), "|"));
}

void add_metric_options(CLI::App& app, MetricSelection& selection) {
  add_metric_option(app, selection);
  add_choice_option(app, "--compat", selection.compat, {"none", "q2-paper"},
                    "reproduce a published implementation, faults included")
      ->capture_default_str()
      ->group(kMetricOptions);
  add_real_option(app, "--threshold", selection.options.threshold,
                  "q2: answers that share words support the response above this F1")
      ->group(kMetricOptions);
  add_question_options(app, selection);
  add_reference_options(app, selection);
}

MetricOptions metric_options_of(const MetricSelection& selection) {
  MetricOptions options = selection.options;
  options.compat = selection.compat == "q2-paper" ? Compat::kQ2Paper : Compat::kNone;
  if (selection.questions == "single") options.questions = QuestionsPerCandidate::kSingle;
  if (selection.questions == "all") options.questions = QuestionsPerCandidate::kAll;
  if (selection.question_style == "fronted")
    options.question_style = MetricOptions::Style::kFronted;
  if (selection.question_style == "in_place")
    options.question_style = MetricOptions::Style::kInPlace;
  set_reference_options(selection, options);
  return options;
}

bool reads_reference(const std::string& metric, const MetricSelection& selection) {
  const bool reads_knowledge =
      selection.against.empty() ? selection.compat == "q2-paper" : selection.against == "knowledge";
  if (reads_knowledge) return false;
  for (const MetricInfo& info : list_metrics()) {
    if (info.name == metric)
      return std::find(info.needs.begin(), info.needs.end(), Need::kReference) != info.needs.end();
  }
  return false;
}

Result<std::vector<MetricInfo>> chosen_metrics(const MetricSelection& selection) {
  const auto names = metric_names();
  const auto known = list_metrics();
  std::vector<MetricInfo> chosen;
  for (const std::string& name : selection.metrics) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      const auto near = nearest(name, names);
      return fail(ErrorCode::kInvalidOption, fmt::format("no metric is called `{}`", name),
                  near ? fmt::format("did you mean `{}`?", *near)
                       : fmt::format("the metrics are {}", fmt::join(names, ", ")));
    }
    chosen.push_back(known[static_cast<std::size_t>(found - names.begin())]);
  }
  return chosen;
}

void add_input_options(CLI::App& app, InputSelection& selection, const char* help) {
  add_file_option(app, "IN", selection.input, help)->required();
  add_input_format_options(app, selection);
}

void add_input_format_options(CLI::App& app, InputSelection& selection, const std::string& format) {
  add_choice_option(app, format, selection.format, {"auto", "jsonl", "csv", "tsv"},
                    "format of IN; auto goes by the file's ending")
      ->capture_default_str()
      ->group(kInputOptions);
  add_choice_option(app, "--quoting", selection.quoting, {"csv", "none"},
                    "quotes in CSV and TSV: one that opens a cell quotes it, or all are ordinary "
                    "characters")
      ->capture_default_str()
      ->group(kInputOptions);
  app.add_option("--field", selection.fields,
                 "read a record's field from a column or key of another name, such as "
                 "response=answer; may be repeated")
      ->type_name("FIELD=COLUMN")
      ->allow_extra_args(false)
      ->group(kInputOptions);
}

Result<FieldMap> parse_fields(const std::vector<std::string>& fields) {
  FieldMap map;
  for (const std::string& field : fields) {
    const std::size_t equals = field.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == field.size())
      return fail(ErrorCode::kInvalidOption, fmt::format("--field `{}` cannot be read", field),
                  "write FIELD=COLUMN, such as --field response=answer");
    map.emplace_back(field.substr(0, equals), field.substr(equals + 1));
  }
  return map;
}

Result<RecordSource> record_source_of(const InputSelection& selection) {
  auto fields = parse_fields(selection.fields);
  if (!fields) return tl::unexpected(fields.error());
  RecordSource source;
  source.input = selection.input;
  source.format = input_format_of(selection);
  source.quoting = selection.quoting == "none" ? Quoting::kNone : Quoting::kCsv;
  source.fields = *std::move(fields);
  return source;
}

Result<void> set_input(const InputSelection& selection, ScoreOptions& options) {
  auto source = record_source_of(selection);
  if (!source) return tl::unexpected(source.error());
  options.input = std::move(source->input);
  options.format = source->format;
  options.quoting = source->quoting;
  options.fields = std::move(source->fields);
  return {};
}

}  // namespace assay::cli
