#include "model/safetensors.h"

#include <gmock/gmock.h>

#include <cstring>

namespace assay::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string file_of(const std::string& header, const std::string& data) {
  const std::uint64_t size = header.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes + header + data;
}

std::string entry(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"({"t":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets +
         "}}";
}

TEST(Safetensors, ReadsAllFloatTypes) {
  // 1.5, -2 and the smallest subnormal half, in each type.
  const std::string half("\x00\x3e\x00\xc0\x01\x00", 6);
  const std::string brain("\xc0\x3f\x00\xc0\x80\x33", 6);
  const float numbers[] = {1.5F, -2.0F};
  const std::string full(reinterpret_cast<const char*>(numbers), sizeof numbers);
  const std::string half_file = file_of(entry("F16", "[3]", "[0,6]"), half);
  const std::string brain_file = file_of(entry("BF16", "[3]", "[0,6]"), brain);
  const std::string full_file = file_of(entry("F32", "[1,2]", "[0,8]"), full);
  EXPECT_THAT(to_floats(parse_safetensors(half_file, "f").value().at("t")),
              ElementsAre(1.5F, -2.0F, 0x1p-24F));
  EXPECT_THAT(to_floats(parse_safetensors(brain_file, "f").value().at("t")),
              ElementsAre(1.5F, -2.0F, 0x1p-24F));
  const auto tensors = parse_safetensors(full_file, "f").value();
  EXPECT_THAT(to_floats(tensors.at("t")), ElementsAre(1.5F, -2.0F));
  EXPECT_THAT(tensors.at("t").shape, ElementsAre(1, 2));
}

TEST(Safetensors, SkipsMetadata) {
  const auto tensors = parse_safetensors(file_of(R"({"__metadata__":{"format":"pt"}})", ""), "f");
  ASSERT_TRUE(tensors);
  EXPECT_TRUE(tensors->empty());
}

struct Damage {
  std::string bytes;
  const char* says;
};
class DamagedSafetensors : public ::testing::TestWithParam<Damage> {};

TEST_P(DamagedSafetensors, IsCorruptWithTheFilesName) {
  const auto tensors = parse_safetensors(GetParam().bytes, "x.safetensors");
  ASSERT_FALSE(tensors);
  EXPECT_EQ(tensors.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(tensors.error().to_string(), HasSubstr("x.safetensors"));
  EXPECT_THAT(tensors.error().to_string(), HasSubstr(GetParam().says));
  EXPECT_FALSE(tensors.error().hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, DamagedSafetensors,
    ::testing::Values(Damage{"", "too short"},
                      Damage{std::string(8, '\xff'), "longer than the file"},
                      Damage{file_of("{", ""), "JSON"}, Damage{file_of("[]", ""), "JSON"},
                      Damage{file_of(R"({"t":1})", ""), "object"},
                      Damage{file_of(R"({"t":{"shape":[1]}})", ""), "no dtype"},
                      Damage{file_of(entry("Q4", "[1]", "[0,1]"), "x"), "unknown dtype"},
                      Damage{file_of(R"({"t":{"dtype":"F32"}})", ""), "no shape"},
                      Damage{file_of(entry("F32", "[-1]", "[0,4]"), "xxxx"), "whole number"},
                      Damage{file_of(entry("F32", "[1]", "[0]"), "xxxx"), "outside"},
                      Damage{file_of(entry("F32", "[1]", "[4,0]"), "xxxx"), "outside"},
                      Damage{file_of(entry("F32", "[1]", "[0,4]"), "xxx"), "outside"},
                      Damage{file_of(entry("F32", "[2]", "[0,4]"), "xxxx"), "shape"},
                      Damage{file_of(entry("F32", "[4294967296,4294967296,4]", "[0,4]"), "xxxx"),
                             "shape"},
                      Damage{file_of(entry("F32", "[1]", "[0,4]"), "xxxxx"), "belong to no tensor"},
                      Damage{file_of(R"({"a":{"dtype":"I8","shape":[2],"data_offsets":[0,2]},)"
                                     R"("b":{"dtype":"I8","shape":[2],"data_offsets":[1,3]}})",
                                     "xxx"),
                             "overlap"}));

}  // namespace
}  // namespace assay::model
