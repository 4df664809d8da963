#pragma once
// The state of an arc-eager parse: a stack, a buffer of words yet to come (words may be put back in
// front of it), and the arcs so far. Words are indices; kNone stands for a place without a word.
//
// The rules which moves are allowed are spaCy's for text without preset annotation. Not
// thread-safe; made for one text after another, so that its memory is reused.

#include <cstddef>
#include <vector>

namespace assay::nlp {

class ParserState {
 public:
  static constexpr std::ptrdiff_t kNone = -1;

  void start(std::size_t words);

  std::ptrdiff_t stack(std::size_t depth) const;   // 0 is the top
  std::ptrdiff_t buffer(std::size_t ahead) const;  // 0 is the next word
  // The child that was attached last on this side, which need not be the outermost.
  std::ptrdiff_t last_left_child(std::ptrdiff_t word) const { return last(left_, word); }
  std::ptrdiff_t last_right_child(std::ptrdiff_t word) const { return last(right_, word); }
  std::ptrdiff_t head(std::size_t word) const { return heads_[word]; }
  std::size_t label(std::size_t word) const { return labels_[word]; }

  bool is_final() const { return stack_.empty() && buffer_length() == 0; }
  bool can_shift() const;
  bool can_reduce() const { return !stack_.empty(); }
  bool can_attach() const;  // left or right
  bool can_break() const;

  void shift();
  void reduce();
  void attach_left(std::size_t label);   // the top of the stack to the next word
  void attach_right(std::size_t label);  // the next word to the top of the stack
  void break_sentence();                 // the word after the next starts a sentence
  void give_up();                        // when no move is allowed

 private:
  // The children of every word on one side, as lists from the last attached backwards.
  struct Children {
    std::vector<std::ptrdiff_t> last;
    std::vector<std::ptrdiff_t> before;  // the sibling that was attached before
  };

  static std::ptrdiff_t last(const Children& children, std::ptrdiff_t word) {
    return word == kNone ? kNone : children.last[static_cast<std::size_t>(word)];
  }
  std::size_t buffer_length() const { return words_ - next_ + put_back_.size(); }
  bool starts_sentence(std::ptrdiff_t word) const {
    return word != kNone && starts_sentence_[static_cast<std::size_t>(word)] != 0;
  }
  void add_arc(std::size_t head, std::size_t child, std::size_t label);
  void remove_arc(std::size_t child);

  std::size_t words_ = 0;
  std::size_t next_ = 0;               // the first word that never was on the stack
  std::vector<std::size_t> put_back_;  // words before it, the next one last
  std::vector<std::size_t> stack_;
  std::vector<std::ptrdiff_t> heads_;
  std::vector<std::size_t> labels_;
  Children left_;
  Children right_;
  std::vector<char> was_put_back_;
  std::vector<char> starts_sentence_;
};

}  // namespace assay::nlp
