// `assay generate`: texts by a language model, for prompts in JSON lines.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/file.h"
#include "base/format.h"
#include "base/thread_limit.h"
#include "cli/command_line/option_kinds.h"
#include "cli/commands.h"
#include "cli/generate/answered_prompts.h"
#include "cli/generate/errors.h"
#include "cli/generate/prompt_source.h"
#include "cli/generate/text_writer.h"
#include "cli/interrupt.h"
#include "cli/terminal/output.h"

namespace assay::cli {
namespace {

// Prompts that are held in memory and asked together; a line is written as soon as all before it
// are.
constexpr std::size_t kBatch = 256;
constexpr char kAdapter[] = "adapter";  // its name in the generator; there is one at most
constexpr std::uint64_t kMostTokens = 1'000'000;

constexpr char kExamples[] =
    "assay generate model.gguf prompts.jsonl > texts.jsonl\n"
    "assay generate model.gguf prompts.jsonl --beams 4 --returned 4 --max-tokens 64\n"
    "assay generate model.gguf --adapter runs/lora/best/adapter.gguf --raw prompts.jsonl\n"
    "echo 'Name a river.' | assay generate model.gguf --text - --temperature 0.8 --seed 7\n"
    "assay generate --endpoint http://127.0.0.1:8080/v1 --model qwen3-8b prompts.jsonl";

struct GenerateCommand {
  std::string model;  // a file; with --endpoint the input, where nothing else is given
  std::string input;
  std::string adapter;  // a file
  std::optional<double> adapter_scale;
  bool plain_text = false;
  bool raw = false;
  std::string grammar;  // a file
  std::string early_stopping = "no";
  GeneratorOptions loading;
  GenerationOptions options;
  EndpointOptions endpoint;
};

tl::unexpected<Error> usage(std::string message, std::string hint = {}) {
  return fail(ErrorCode::kInvalidOption, std::move(message), std::move(hint));
}

Result<void> read_grammar(GenerateCommand& command) {
  if (command.grammar.empty()) return {};
  auto grammar = base::read_file(command.grammar);
  if (!grammar || grammar->empty()) {
    return usage("--grammar " + command.grammar + ": cannot be read, or is empty",
                 "it names a file with a grammar in GBNF");
  }
  command.options.grammar = std::move(*grammar);
  return {};
}

// An option that the other backend would read, when it is not as it is by default.
const char* option_of_files(const GenerateCommand& command) {
  const GeneratorOptions defaults;
  if (!command.adapter.empty()) return "--adapter";
  if (command.loading.threads != defaults.threads) return "--threads";
  if (command.loading.parallel != defaults.parallel) return "--parallel";
  if (command.loading.context != defaults.context) return "--context";
  return nullptr;
}

const char* option_of_servers(const GenerateCommand& command) {
  const EndpointOptions defaults;
  if (!command.endpoint.key_variable.empty()) return "--key-variable";
  if (command.endpoint.concurrency != defaults.concurrency) return "--concurrency";
  if (command.endpoint.deadline != defaults.deadline) return "--deadline";
  return nullptr;
}

// Which of the two backends is asked, and for what.
Result<void> settle(GenerateCommand& command) {
  const bool server = !command.endpoint.base_url.empty();
  if (server && !command.input.empty()) {
    return usage("--endpoint takes one input file, and no model file",
                 "the model's name there is given by --model");
  }
  if (server) std::swap(command.input, command.model);
  if (command.input.empty()) {
    return usage(server ? "IN is missing: a file of prompts, or -"
                        : "a model (a GGUF file) and IN (a file of prompts, or -) are needed",
                 server ? "" : "or --endpoint with a server's address");
  }
  if (server && command.endpoint.model.empty()) {
    return usage("--endpoint needs --model, the model's name there");
  }
  if (!server && !command.endpoint.model.empty()) {
    return usage("--model names a model of --endpoint",
                 "a file is given as it is: assay generate "
                 "model.gguf prompts.jsonl");
  }
  if (const char* option = server ? option_of_files(command) : option_of_servers(command)) {
    return usage(std::string(option) + (server ? " needs a model in a file" : " needs --endpoint"));
  }
  if (command.adapter_scale && command.adapter.empty()) {
    return usage("--adapter-scale needs --adapter");
  }
  if (!command.adapter.empty()) {
    command.loading.adapters[kAdapter] = command.adapter;
    command.options.adapter = kAdapter;
    if (command.adapter_scale) command.loading.adapter_scales[kAdapter] = *command.adapter_scale;
  }
  if (command.early_stopping == "yes") command.options.early_stopping = EarlyStopping::kYes;
  if (command.early_stopping == "never") command.options.early_stopping = EarlyStopping::kNever;
  return read_grammar(command);
}

Result<std::unique_ptr<TextWriter>> open_writer(const GenerateCommand& command) {
  if (!command.endpoint.base_url.empty()) {
    return open_endpoint_writer(command.endpoint, command.options, command.raw);
  }
  return open_model_writer(command.model, command.loading, command.options, command.raw);
}

Result<void> answer_all(PromptSource& source, AnsweredPrompts& prompts) {
  while (true) {
    auto items = source.next(kBatch);
    if (!items) return tl::unexpected(items.error());
    if (items->empty()) return {};
    if (auto done = prompts.answer(*std::move(items)); !done) return done;
  }
}

Error ended_early(Error error, const AnsweredPrompts& prompts) {
  if (error.code == ErrorCode::kInterrupted) {
    error.hint = prompts.written() == 0
                     ? "no prompt has its line yet"
                     : "written: the lines of " + plural(prompts.written(), "prompt");
  }
  return in_words_of_generate(std::move(error));
}

ExitCode generate(GenerateCommand& command) {
  if (auto settled = settle(command); !settled) return fail_command(settled.error());
  const InterruptGuard interrupt;
  command.loading.interrupt = command.endpoint.interrupt = &interrupt.flag();
  auto source = PromptSource::open(command.input, command.plain_text, &interrupt.flag());
  if (!source) return fail_with_input(source.error(), command.input);
  const auto writer = open_writer(command);
  if (!writer) return fail_command(in_words_of_generate(writer.error()));
  AnsweredPrompts prompts(**writer, interrupt);
  const auto done = answer_all(*source, prompts);
  if (!done && !prompts.output_failed()) {
    return fail_with_input(ended_early(done.error(), prompts), command.input);
  }
  const ExitCode written = finish_output();
  if (written != ExitCode::kGood || prompts.failed() == 0) return written;
  print_warning(fmt::format("{} of the prompts failed", prompts.failed()));
  return ExitCode::kFailedRecords;
}

constexpr char kFileOptions[] = "Options of a model in a file";
constexpr char kServerOptions[] = "Options of a server";

void add_writing_options(CLI::App& app, GenerateCommand& command) {
  GenerationOptions& o = command.options;
  add_count_option(app, "--max-tokens", o.max_tokens, 1, "most tokens of a text", kMostTokens)
      ->capture_default_str();
  add_real_option(app, "--temperature", o.temperature,
                  "draw tokens at this temperature; 0: take the likeliest each time");
  add_real_option(app, "--top-p", o.top_p, "draw from the likeliest that have this probability");
  add_count_option(app, "--seed", o.seed, 0, "of what is drawn")->capture_default_str();
  app.add_option("--stop", o.stops, "end a text before this; may be repeated")
      ->type_name("STRING")
      ->allow_extra_args(false);
}

// What the protocol of servers does not have.
void add_search_options(CLI::App& app, GenerateCommand& command) {
  GenerationOptions& o = command.options;
  add_count_option(app, "--beams", o.beams, 1, "beams of a search; 1: none")->capture_default_str();
  add_count_option(app, "--returned", o.returned, 1,
                   "texts for a prompt: the best of --beams, or so many samples of --temperature")
      ->capture_default_str();
  add_real_option(app, "--length-penalty", o.length_penalty,
                  "beams are ranked by log-probability / tokens ^ X");
  add_choice_option(app, "--early-stopping", command.early_stopping, {"no", "yes", "never"},
                    "when beams may stop, as in Hugging Face transformers")
      ->capture_default_str();
  add_count_option(app, "--no-repeat-ngram", o.no_repeat_ngram, 0,
                   "no sequence of N tokens twice; 0: no such rule");
  add_count_option(app, "--top-k", o.top_k, 0, "draw from the N likeliest tokens; 0: from all");
  add_file_option(app, "--grammar", command.grammar, "a grammar (GBNF) that every text follows");
}

void add_file_options(CLI::App& app, GenerateCommand& command) {
  add_file_option(app, "--adapter", command.adapter, "a LoRA adapter of the model (GGUF)");
  add_real_option(app, "--adapter-scale", command.adapter_scale,
                  "multiply what the adapter changes by X; 0 is no adapter (default: 1)");
  add_search_options(app, command);
  add_count_option(app, "--threads", command.loading.threads, 0, "threads (default: all cores)",
                   base::kMostThreads);
  add_count_option(app, "--parallel", command.loading.parallel, 0,
                   "prompts computed at a time (default: 8; changes no result)");
  add_count_option(app, "--context", command.loading.context, 2,
                   "most tokens of prompt and text (default: the model's, 4096 at most)");
}

void add_endpoint_options(CLI::App& app, EndpointOptions& o) {
  app.add_option("--endpoint", o.base_url,
                 "ask a server that speaks OpenAI's protocol: its address up to /chat/completions")
      ->type_name("URL")
      ->check(not_empty());
  app.add_option("--model", o.model, "the model's name at --endpoint")->type_name("NAME");
  app.add_option("--key-variable", o.key_variable,
                 "the environment variable that holds the server's key")
      ->type_name("NAME")
      ->check(not_empty());
  add_count_option(app, "--concurrency", o.concurrency, 1, "requests on their way at a time", 256)
      ->capture_default_str();
  add_real_option(app, "--deadline", o.deadline, "seconds for a request with all its retries");
}

}  // namespace

void add_generate_command(Commands& commands) {
  auto command = std::make_shared<GenerateCommand>();
  CLI::App* app = commands.add(
      {"generate", "Write texts by a language model (GGUF) or a server, as JSON lines", kExamples},
      [command] { return generate(*command); });
  add_file_option(*app, "MODEL", command->model, "a model in a GGUF file; not with --endpoint");
  add_file_option(
      *app, "IN", command->input,
      "JSON lines with `prompt`, or `messages` of role and content; - is standard input");
  app->add_flag("--text", command->plain_text, "IN is plain text, one prompt a line");
  app->add_flag("--raw", command->raw,
                "give prompts as they are, without the model's form of a conversation");
  add_writing_options(*app, *command);
  app->option_defaults()->group(kFileOptions);
  add_file_options(*app, *command);
  app->option_defaults()->group(kServerOptions);
  add_endpoint_options(*app, command->endpoint);
}

}  // namespace assay::cli
