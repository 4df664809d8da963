#include "metrics/knowledge.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

Record record_with(std::vector<Passage> passages) {
  Record record;
  record.response = "r";
  record.knowledge = std::move(passages);
  return record;
}

TEST(Knowledge, ReadsEveryPassageApartAndSkipsBlankOnes) {
  const Record record =
      record_with({{"a", "", "Tea is hot."}, {"", "", "  "}, {"", "", "Ice is cold."}});
  const Knowledge knowledge(record, Compat::kNone);
  ASSERT_EQ(knowledge.size(), 2u);
  EXPECT_EQ(knowledge.text(0), "Tea is hot.");
  EXPECT_EQ(knowledge.text(1), "Ice is cold.");
}

TEST(Knowledge, PaperModeJoinsAllPassagesWithASpace) {
  const Record record = record_with({{"", "", "Tea."}, {"", "", ""}, {"", "", "Ice."}});
  const Knowledge knowledge(record, Compat::kQ2Paper);
  ASSERT_EQ(knowledge.size(), 1u);
  EXPECT_EQ(knowledge.text(0), "Tea.  Ice.");
}

TEST(Knowledge, EvidenceNamesThePassageByIdOrPosition) {
  const Record record = record_with({{"p7", "", "Tea."}, {"", "", " "}, {"", "", "Ice is cold."}});
  const Knowledge knowledge(record, Compat::kNone);
  ASSERT_EQ(knowledge.evidence(0, 0, 3).size(), 1u);
  EXPECT_EQ(knowledge.evidence(0, 0, 3)[0].id, "p7");
  const Evidence second = knowledge.evidence(1, 7, 11).at(0);
  EXPECT_EQ(second.source, "knowledge");
  EXPECT_EQ(second.id, "2");
  EXPECT_EQ(second.text, "cold");
}

TEST(Knowledge, EvidenceCountsCodePointsAndBytesOfItsOwnPassage) {
  const Record record = record_with({{"", "", "Caf\u00E9"}, {"", "", "Se\u00F1or \u00C9mile"}});
  const Knowledge joined(record, Compat::kQ2Paper);
  const std::size_t at = joined.text(0).find("\u00C9mile");
  const Evidence name = joined.evidence(0, at, joined.text(0).size()).at(0);
  EXPECT_EQ(name.id, "1");
  EXPECT_EQ(name.text, "\u00C9mile");
  EXPECT_EQ(name.span.start, 6u);
  EXPECT_EQ(name.span.end, 11u);
  EXPECT_EQ(name.span.byte_start, 7u);
  EXPECT_EQ(name.span.byte_end, 13u);
}

TEST(Knowledge, EvidenceAcrossAJoinIsOnePieceAPassage) {
  const Record record = record_with({{"", "", "Tea"}, {"", "", "Ice"}});
  const Knowledge joined(record, Compat::kQ2Paper);
  const auto pieces = joined.evidence(0, 2, 5);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].text, "a");
  EXPECT_EQ(pieces[1].text, "I");
  EXPECT_TRUE(joined.evidence(0, 3, 4).empty()) << "the joining space belongs to no passage";
}

}  // namespace
}  // namespace assay
