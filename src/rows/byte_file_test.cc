#include "rows/byte_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "test_files.h"

namespace assay::rows {
namespace {

using ::testing::HasSubstr;

std::string gzip(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string bytes(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<unsigned>(text.size());
  stream.next_out = reinterpret_cast<unsigned char*>(bytes.data());
  stream.avail_out = static_cast<unsigned>(bytes.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

class ByteFileTest : public ::testing::Test {
 protected:
  // All of it, read in pieces; what went wrong begins with "error: ".
  std::string read(const std::string& bytes, std::size_t most) {
    const auto path = folder_.path() / "rows";
    std::ofstream(path, std::ios::binary) << bytes;
    auto file = ByteFile::open(path).value();
    std::string text;
    std::vector<char> piece(most);
    for (;;) {
      const auto count = file.read(piece.data(), piece.size());
      if (!count) return "error: " + count.error().message;
      if (*count == 0) return text;
      text.append(piece.data(), *count);
    }
  }

 private:
  TestFolder folder_;
};

std::string many_lines() {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919 % 100'003) + "\n";
  return text;
}

TEST_F(ByteFileTest, ReadsPlainFilesAndGzipInPiecesOfAnySize) {
  const std::string text = many_lines();
  for (const std::size_t most : {std::size_t{1000}, std::size_t{1} << 20U}) {
    EXPECT_TRUE(read(text, most) == text);
    EXPECT_TRUE(read(gzip(text), most) == text);
  }
  EXPECT_EQ(read("", 7), "");
  EXPECT_EQ(read("\x1f", 7), "\x1f");
  EXPECT_EQ(read(gzip(""), 7), "");
  EXPECT_EQ(read(gzip("a\nb\n"), 1), "a\nb\n");
}

TEST_F(ByteFileTest, ReadsMembersOneBehindTheOther) {
  EXPECT_EQ(read(gzip("a\n") + gzip("") + gzip("b\n"), 100), "a\nb\n");
  const std::string text = many_lines();
  EXPECT_TRUE(read(gzip(text) + gzip(text), 5000) == text + text);
}

TEST_F(ByteFileTest, WhatFollowsAMemberIsNotLostInSilence) {
  const std::string member = gzip("a\n");
  EXPECT_THAT(read(member + "{\"b\": 1}\n", 100),
              HasSubstr("behind byte " + std::to_string(member.size()) + " it is not gzip"));
  EXPECT_THAT(read(gzip(many_lines()) + "bc", 100), HasSubstr("it is not gzip any more"));
}

TEST_F(ByteFileTest, DamagedAndShortMembersAreErrors) {
  const std::string whole = gzip(many_lines());
  EXPECT_EQ(read(whole.substr(0, whole.size() / 2), 4096),
            "error: cannot be read: unexpected end of file");
  EXPECT_EQ(read(whole.substr(0, whole.size() - 1), 4096),
            "error: cannot be read: unexpected end of file");
  std::string damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(~damaged[whole.size() / 2]);
  EXPECT_THAT(read(damaged, 4096), HasSubstr("error: cannot be read: "));
}

}  // namespace
}  // namespace assay::rows
