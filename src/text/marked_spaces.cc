// make_marked_spaces: SentencePiece's way to keep blanks, as a mark before every word.

#include "text/splitter.h"
#include "text/utf8.h"

namespace assay::text {
namespace {

std::uint32_t size_of(const MappedText& text) {
  return static_cast<std::uint32_t>(text.text().size());
}

class MarkedSpacesPreTokenizer : public PreTokenizer {
 public:
  explicit MarkedSpacesPreTokenizer(const MarkedSpaces& options) : options_(options) {
    append_utf8(mark_, options.mark);
  }

  Result<void> apply(Pieces& pieces) const override {
    const MappedText& before = pieces.text();
    MappedText text =
        MappedText::with_room_for(before.text().size() * 3 / 2 + 4 * pieces.ranges().size());
    std::vector<ByteRange> moved;
    moved.reserve(pieces.ranges().size());
    for (const ByteRange& piece : pieces.ranges()) {
      const std::uint32_t begin = size_of(text);
      if (wants_mark(pieces, piece)) {
        text.append(mark_, before.source(piece.begin, piece.begin + 1));
      }
      append_marked(before, piece, text);
      if (options_.split) {
        split(text, begin, moved);
      } else {
        moved.push_back({begin, size_of(text)});
      }
    }
    pieces.set_text(std::move(text), std::move(moved));
    return {};
  }

 private:
  bool wants_mark(const Pieces& pieces, ByteRange piece) const {
    const std::string_view view = pieces.view(piece);
    if (view.front() == ' ' || view.starts_with(mark_)) return false;
    if (options_.prepend == MarkedSpaces::Prepend::kAlways) return true;
    return options_.prepend == MarkedSpaces::Prepend::kFirst &&
           pieces.original(piece.begin, piece.end).begin == 0;
  }

  void append_marked(const MappedText& before, ByteRange piece, MappedText& text) const {
    std::uint32_t taken = piece.begin;
    for (std::uint32_t at = piece.begin; at < piece.end; ++at) {
      if (before.text()[at] != ' ') continue;
      if (taken < at) text.append(before, {taken, at});
      text.append(mark_, before.source(at, at + 1));
      taken = at + 1;
    }
    if (taken < piece.end) text.append(before, {taken, piece.end});
  }

  // Appends the parts of the text from `begin` on that begin with marks.
  void split(const MappedText& text, std::uint32_t begin, std::vector<ByteRange>& out) const {
    const std::string& all = text.text();
    while (begin < all.size()) {
      const std::size_t found = all.find(mark_, begin + 1);
      const auto end = static_cast<std::uint32_t>(std::min(found, all.size()));
      out.push_back({begin, end});
      begin = end;
    }
  }

  MarkedSpaces options_;
  std::string mark_;
};

}  // namespace

std::unique_ptr<const PreTokenizer> make_marked_spaces(const MarkedSpaces& options) {
  return std::make_unique<MarkedSpacesPreTokenizer>(options);
}

}  // namespace assay::text
