#include "cli/generate/prompt_source.h"

#include <utility>

#include "text/utf8.h"

namespace assay::cli {
namespace {

constexpr std::size_t kMaxLine = std::size_t{64} << 20;

std::string id_of(rows::RowFields& fields, std::uint64_t number) {
  const nlohmann::json* id = fields.value("id");
  if (id == nullptr) return std::to_string(number);
  if (id->is_string()) return id->get<std::string>();
  if (id->is_number_integer()) return id->dump();
  fields.blame("id", "is neither a text nor a whole number");
  return std::to_string(number);
}

}  // namespace

void PromptItem::blame(Error reason) {
  if (reason.file.empty()) {
    reason.file = file;
    reason.line = line;
  }
  error = std::move(reason);
}

Result<PromptSource> PromptSource::open(const std::string& input, bool plain_text,
                                        const std::atomic<bool>* interrupt) {
  auto bytes = engine::ByteSource::open(input, interrupt);
  if (!bytes) return tl::unexpected(bytes.error());
  return PromptSource(std::make_unique<engine::LineReader>(*std::move(bytes), kMaxLine),
                      plain_text);
}

PromptItem PromptSource::read(const engine::Line& line) const {
  PromptItem item;
  item.id = std::to_string(line.number);
  item.file = lines_->source().name();
  item.line = line.number;
  if (!line.complete) {
    item.blame(fail(ErrorCode::kInvalidInput, "the line is longer than 64 MiB").value());
  } else if (plain_text_) {
    if (const auto valid = text::check_utf8(line.text); !valid) item.blame(valid.error());
    item.asked = std::string(line.text);
  } else {
    rows::RowFields fields({std::string(line.text), line.number}, item.file);
    item.id = id_of(fields, line.number);
    item.asked = rows::read_asked(fields);
    item.error = fields.error();
  }
  return item;
}

double PromptSource::fraction_read() const {
  const auto size = lines_->source().size();
  if (!size || *size == 0) return 0;
  return static_cast<double>(lines_->bytes_read()) / static_cast<double>(*size);
}

Result<std::vector<PromptItem>> PromptSource::next(std::size_t most) {
  std::vector<PromptItem> items;
  while (items.size() < most) {
    auto line = lines_->next();
    if (!line) return tl::unexpected(line.error());
    if (!line->has_value()) return items;
    engine::Line& one = **line;
    if (one.text.ends_with('\r')) one.text.remove_suffix(1);
    if (one.text.find_first_not_of(" \t") == std::string_view::npos) continue;
    items.push_back(read(one));
    items.back().fraction = fraction_read();
  }
  return items;
}

}  // namespace assay::cli
