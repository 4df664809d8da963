#include "metrics/q2/markers.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::q2 {
namespace {

// Whether `phrase`, where it stands first in `text`, is a marker.
bool marks(const std::string& text, const std::string& phrase) {
  const std::size_t begin = text.find(phrase);
  Span span;
  span.byte_start = begin;
  span.byte_end = begin + phrase.size();
  return is_marker(text, span);
}

TEST(Markers, PunctuationAndSymbolsAreMarkers) {
  EXPECT_TRUE(marks("It is big. -- Yes", "--"));
  EXPECT_TRUE(marks("\u57c3\u83f2\u5c14\u94c1\u5854\u3002", "\u3002"));
  EXPECT_FALSE(marks("\u57c3\u83f2\u5c14\u94c1\u5854\u3002", "\u57c3\u83f2\u5c14"));
  EXPECT_FALSE(marks("It costs $5.", "$5"));
}

TEST(Markers, CitationsAreMarkers) {
  EXPECT_TRUE(marks("It has 450 rooms [1].", "1"));
  EXPECT_TRUE(marks("It has 450 rooms [1].", "[1]"));
  EXPECT_TRUE(marks("It has 450 rooms [1].", "[1"));
  EXPECT_TRUE(marks("It is old [2, 3].", "2"));
  EXPECT_TRUE(marks("It is old [2, 3].", "3"));
  EXPECT_FALSE(marks("It has 450 rooms [1].", "450"));
  EXPECT_FALSE(marks("[It has 450 rooms]", "450"));
  EXPECT_FALSE(marks("[about 450]", "450"));
  EXPECT_FALSE(marks("See [1] for the 450 rooms [2]", "450"));
}

TEST(Markers, NumbersOfListItemsAreMarkers) {
  EXPECT_TRUE(marks("1. The Louvre\n2. The Prado", "1"));
  EXPECT_TRUE(marks("1. The Louvre\n 2) The Prado", "2"));
  EXPECT_TRUE(marks("1. The Louvre", "1."));
  EXPECT_FALSE(marks("1990. It was a good year", "1990"));
  EXPECT_FALSE(marks("It has 5. That is all", "5"));
  EXPECT_FALSE(marks("5 of them", "5"));
}

}  // namespace
}  // namespace assay::q2
