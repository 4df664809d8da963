#include "engine/run_log.h"

#include <filesystem>
#include <utility>

#include "base/hash.h"
#include "base/json_view.h"
#include "base/parse_json.h"
#include "engine/json_slices.h"
#include "engine/line_reader.h"

namespace assay::engine {
namespace {

using base::Json;
using base::JsonView;

constexpr std::string_view kCheckKey = R"(,"check":")";
constexpr std::size_t kCheckDigits = 16;
constexpr std::size_t kSealSize = kCheckKey.size() + kCheckDigits + 2;  // and "}
constexpr std::size_t kMaxLine = std::size_t{64} << 20;

std::string check_of(std::string_view previous, std::string_view body) {
  return base::Hasher128().add(previous).add(body).digest().hex().substr(0, kCheckDigits);
}

// The check of a line that is intact after `previous`; nullopt when it is not.
std::optional<std::string> verify(std::string_view line, std::string_view previous) {
  if (line.size() < kSealSize || !line.ends_with("\"}")) return std::nullopt;
  const std::string_view body = line.substr(0, line.size() - kSealSize);
  const std::string_view seal = line.substr(body.size());
  std::string check = check_of(previous, body);
  if (!seal.starts_with(kCheckKey) || seal.substr(kCheckKey.size(), kCheckDigits) != check) {
    return std::nullopt;
  }
  return check;
}

bool begins_like_header(std::string_view line) {
  return line.size() < kRunLogBeginning.size() ? kRunLogBeginning.starts_with(line)
                                               : line.starts_with(kRunLogBeginning);
}

// A line without its break was being written when the process died.
RunLogState state_of_first_line(bool intact, bool ours, bool terminated) {
  if (!ours) return RunLogState::kForeign;
  if (intact) return RunLogState::kGood;
  return terminated ? RunLogState::kDamaged : RunLogState::kEmpty;
}

WindowMark read_mark(const JsonView& view) {
  return {.records = view.count("records"),
          .input_chain = view.text("input_chain"),
          .output_bytes = view.count("output_bytes"),
          .output_chain = view.text("output_chain"),
          .seconds = view.number("seconds")};
}

}  // namespace

std::string RunLogWriter::seal(std::string object) {
  object.pop_back();  // the closing brace comes behind the check
  check_ = check_of(check_, object);
  object += kCheckKey;
  object += check_;
  object += "\"}\n";
  return object;
}

std::string RunLogWriter::header(const RunLogHeader& header) {
  JsonWriter json;
  json.open_object().key("schema").string("assay.run/1").key("type").string("header");
  json.key("fingerprint").string(header.fingerprint);
  json.key("identity").raw(header.identity);
  json.key("resumable").boolean(header.resumable);
  json.key("input").string(header.input_name).close_object();
  return seal(json.take());
}

std::string RunLogWriter::window(const WindowMark& mark, const WindowNotes& notes) {
  JsonWriter json;
  json.open_object().key("type").string("window");
  json.key("records").unsigned_integer(mark.records);
  json.key("input_chain").string(mark.input_chain);
  json.key("output_bytes").unsigned_integer(mark.output_bytes);
  json.key("output_chain").string(mark.output_chain);
  json.key("sums").open_list();
  for (const RunningSums& sums : notes.sums) sums.write(json);
  json.close_list().key("seconds").number(notes.seconds).close_object();
  return seal(json.take());
}

std::string RunLogWriter::finished(std::uint64_t output_bytes) {
  JsonWriter json;
  json.open_object().key("type").string("finished");
  json.key("output_bytes").unsigned_integer(output_bytes).close_object();
  return seal(json.take());
}

bool RunLogParser::add(std::string_view line) {
  if (finished_) return false;
  auto check = verify(line, check_);
  if (!check || !(header_ ? add_entry(line) : add_header(line))) return false;
  check_ = std::move(*check);
  bytes_ += line.size() + 1;
  return true;
}

bool RunLogParser::add_header(std::string_view line) {
  if (!line.starts_with(kRunLogBeginning)) return false;
  const Json json = base::parse_json<Json>(line);
  std::optional<std::string> problem;
  const JsonView view(json, problem);
  RunLogHeader header{.fingerprint = view.text("fingerprint"),
                      .identity = {},
                      .resumable = view.boolean("resumable"),
                      .input_name = view.text("input")};
  for (const JsonMember& member : slice_object(line)) {
    if (member.key == "\"identity\"") header.identity = member.value;
  }
  if (problem) return false;
  header_ = std::move(header);
  return true;
}

bool RunLogParser::add_entry(std::string_view line) {
  const Json json = base::parse_json<Json>(line);
  std::optional<std::string> problem;
  const JsonView view(json, problem);
  const std::string type = view.text("type");
  if (type == "finished") {
    finished_ = true;
    return !problem;
  }
  WindowMark mark = read_mark(view);
  std::vector<RunningSums> sums;
  for (const JsonView& item : view.list("sums")) sums.push_back(RunningSums::read(item));
  if (type != "window" || problem) return false;
  windows_.push_back(std::move(mark));
  sums_ = std::move(sums);
  return true;
}

Result<RunLogContent> read_run_log(const std::string& path, std::size_t max_windows) {
  RunLogContent content;
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return content;
  auto source = ByteSource::open(path);
  if (!source) return tl::unexpected(source.error());
  LineReader lines(std::move(*source), kMaxLine);
  bool first = true;
  while (content.log.windows().size() < max_windows || first) {
    auto line = lines.next();
    if (!line) return tl::unexpected(line.error());
    if (!line->has_value()) break;
    const std::string_view text = (*line)->text;
    const bool intact = (*line)->terminated && content.log.add(text);
    if (first) {
      // A byte order mark is no part of the line, but of no log either.
      const bool ours = begins_like_header(text) && lines.bytes_read() == (*line)->bytes;
      content.state = state_of_first_line(intact, ours, (*line)->terminated);
      first = false;
    }
    if (!intact || content.state != RunLogState::kGood) break;
  }
  return content;
}

}  // namespace assay::engine
