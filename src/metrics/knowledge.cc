#include "metrics/knowledge.h"

#include <algorithm>

#include "metrics/record_check.h"
#include "text/offset_index.h"

namespace assay {
namespace {

std::string passage_id(const Record& record, std::size_t passage) {
  const std::string& id = record.knowledge[passage].id;
  return id.empty() ? std::to_string(passage) : id;
}

}  // namespace

Knowledge::Knowledge(const Record& record, Compat compat)
    : record_(&record), is_joined_(compat == Compat::kQ2Paper) {
  if (is_joined_ && !record.knowledge.empty()) readings_.emplace_back();
  for (std::size_t passage = 0; passage < record.knowledge.size(); ++passage) {
    const std::string& text = record.knowledge[passage].text;
    if (is_joined_) {
      if (passage > 0) joined_ += ' ';
      readings_.back().parts.push_back({passage, joined_.size()});
      joined_ += text;
    } else if (!is_blank(text)) {
      readings_.push_back({{{passage, 0}}});
    }
  }
}

std::string_view Knowledge::text(std::size_t reading) const {
  if (is_joined_) return joined_;
  return record_->knowledge[readings_[reading].parts.front().passage].text;
}

std::vector<Evidence> Knowledge::evidence(std::size_t reading, std::size_t byte_start,
                                          std::size_t byte_end) const {
  std::vector<Evidence> pieces;
  for (const Part& part : readings_[reading].parts) {
    const std::string& text = record_->knowledge[part.passage].text;
    const std::size_t begin = std::max(byte_start, part.begin);
    const std::size_t end = std::min(byte_end, part.begin + text.size());
    if (begin >= end) continue;
    const std::size_t from = begin - part.begin;
    const std::size_t to = end - part.begin;
    pieces.push_back({"knowledge", passage_id(*record_, part.passage),
                      text::OffsetIndex(text).span(from, to), text.substr(from, to - from)});
  }
  return pieces;
}

std::vector<Evidence> Knowledge::evidence(std::size_t reading) const {
  return evidence(reading, 0, text(reading).size());
}

}  // namespace assay
