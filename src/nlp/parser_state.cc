#include "nlp/parser_state.h"

namespace assay::nlp {

void ParserState::start(std::size_t words) {
  words_ = words;
  next_ = 0;
  put_back_.clear();
  stack_.clear();
  heads_.assign(words, kNone);
  labels_.assign(words, 0);
  for (Children* children : {&left_, &right_}) {
    children->last.assign(words, kNone);
    children->before.assign(words, kNone);
  }
  was_put_back_.assign(words, 0);
  starts_sentence_.assign(words, 0);
  if (words != 0) starts_sentence_[0] = 1;
}

std::ptrdiff_t ParserState::stack(std::size_t depth) const {
  if (depth >= stack_.size()) return kNone;
  return static_cast<std::ptrdiff_t>(stack_[stack_.size() - 1 - depth]);
}

std::ptrdiff_t ParserState::buffer(std::size_t ahead) const {
  if (ahead < put_back_.size()) {
    return static_cast<std::ptrdiff_t>(put_back_[put_back_.size() - 1 - ahead]);
  }
  const std::size_t word = next_ + ahead - put_back_.size();
  return word < words_ ? static_cast<std::ptrdiff_t>(word) : kNone;
}

bool ParserState::can_shift() const {
  if (stack_.empty()) return true;
  if (buffer_length() < 2) return false;
  const std::ptrdiff_t word = buffer(0);
  return !starts_sentence(word) && was_put_back_[static_cast<std::size_t>(word)] == 0;
}

bool ParserState::can_attach() const {
  return !stack_.empty() && buffer_length() != 0 && !starts_sentence(buffer(0));
}

bool ParserState::can_break() const {
  return buffer_length() >= 2 && buffer(1) == buffer(0) + 1 && !starts_sentence(buffer(1));
}

void ParserState::shift() {
  if (put_back_.empty()) {
    stack_.push_back(next_++);
  } else {
    stack_.push_back(put_back_.back());
    put_back_.pop_back();
  }
}

// A word without a head goes back to the buffer, unless it is the last on the stack.
void ParserState::reduce() {
  const std::size_t word = stack_.back();
  if (heads_[word] == kNone && stack_.size() > 1) {
    was_put_back_[word] = 1;
    put_back_.push_back(word);
  }
  stack_.pop_back();
}

void ParserState::attach_left(std::size_t label) {
  const auto head = static_cast<std::size_t>(buffer(0));
  add_arc(head, stack_.back(), label);
  was_put_back_[head] = 0;  // the stack shrinks, so the word cannot come and go for ever
  stack_.pop_back();
}

void ParserState::attach_right(std::size_t label) {
  add_arc(stack_.back(), static_cast<std::size_t>(buffer(0)), label);
  shift();
}

void ParserState::break_sentence() {
  starts_sentence_[static_cast<std::size_t>(buffer(1))] = 1;
}

void ParserState::give_up() {
  stack_.clear();
  put_back_.clear();
  next_ = words_;
}

void ParserState::add_arc(std::size_t head, std::size_t child, std::size_t label) {
  if (heads_[child] != kNone) remove_arc(child);
  Children& side = head > child ? left_ : right_;
  side.before[child] = side.last[head];
  side.last[head] = static_cast<std::ptrdiff_t>(child);
  heads_[child] = static_cast<std::ptrdiff_t>(head);
  labels_[child] = label;
}

void ParserState::remove_arc(std::size_t child) {
  const auto head = static_cast<std::size_t>(heads_[child]);
  Children& side = head > child ? left_ : right_;
  std::ptrdiff_t* link = &side.last[head];
  while (*link != static_cast<std::ptrdiff_t>(child)) {
    link = &side.before[static_cast<std::size_t>(*link)];
  }
  *link = side.before[child];
}

}  // namespace assay::nlp
