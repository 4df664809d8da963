#include "nlp/transition_moves.h"

#include <gmock/gmock.h>

#include <msgpack.hpp>

namespace assay::nlp {
namespace {

using ::testing::ElementsAre;

std::string file_of(const std::string& moves) {
  msgpack::sbuffer buffer;
  msgpack::packer packer(buffer);
  packer.pack_map(1).pack("moves").pack(moves);
  return {buffer.data(), buffer.size()};
}

TEST(TransitionMoves, FrequentLabelsComeFirst) {
  const auto moves = parse_moves(file_of(R"({"3":{"b":2,"c":9,"a":2},"0":{"":1}})"));
  ASSERT_TRUE(moves);
  EXPECT_THAT(*moves, ElementsAre(Move{0, ""}, Move{3, "c"}, Move{3, "b"}, Move{3, "a"}));
}

TEST(TransitionMoves, AddedLabelsComeLastForAllKinds) {
  const auto moves =
      parse_moves(file_of(R"({"1":{"new":-2,"old":5,"newer":-3},"2":{"old":4,"new":-2}})"));
  ASSERT_TRUE(moves);
  EXPECT_THAT(*moves, ElementsAre(Move{1, "old"}, Move{2, "old"}, Move{1, "new"}, Move{2, "new"},
                                  Move{1, "newer"}));
}

TEST(TransitionMoves, DamageIsAnError) {
  for (const char* moves : {"", "[]", "{}", R"({"x":{"a":1}})", R"({"-1":{"a":1}})",
                            R"({"1":{"a":"b"}})", R"({"1":[1]})", R"({"1":{"a":1.5}})"}) {
    EXPECT_EQ(parse_moves(file_of(moves)).error().code, ErrorCode::kCorrupt) << moves;
  }
  EXPECT_EQ(parse_moves("\x80").error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(load_moves("no/such/moves").error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace assay::nlp
