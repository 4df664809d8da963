#include "report/escape.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

TEST(Escape, HtmlKeepsNoMark) {
  EXPECT_EQ(escape_html("</script><b a=\"1\" b='2'>&"),
            "&lt;/script&gt;&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;");
  EXPECT_EQ(escape_html("Zoë 東京 🏔"), "Zoë 東京 🏔");
}

TEST(Escape, XmlHoldsWhatItCan) {
  EXPECT_EQ(escape_xml(std::string_view("a\0b\x01\n\xEF\xBF\xBF", 8)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD&#10;\xEF\xBF\xBD");
  EXPECT_EQ(escape_xml("]]>"), "]]&gt;");
}

TEST(Escape, MarkdownStaysInItsCell) {
  EXPECT_EQ(escape_markdown("a|b\nc"), "a&#124;b c");
  EXPECT_EQ(escape_markdown("[x](http://y) `c` *d* @e #1 <i>"),
            "&#91;x&#93;(http&#58;//y) &#96;c&#96; &#42;d&#42; &#64;e &#35;1 &lt;i&gt;");
  EXPECT_EQ(escape_markdown("www.example.org 0.5"), "www&#46;example.org 0.5");
  EXPECT_EQ(escape_markdown("a\xE2\x80\xAE"
                            "b"),
            "a&#91;U+202E&#93;b");
}

TEST(Escape, CsvQuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(escape_csv("plain text"), "plain text");
  EXPECT_EQ(escape_csv("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
}

TEST(Escape, ShortensByCodePoints) {
  EXPECT_EQ(shorten("東京東京", 4), "東京東京");
  EXPECT_EQ(shorten("東京東京", 3), "東京東…");
  EXPECT_EQ(shorten("", 3), "");
}

}  // namespace
}  // namespace assay::report
