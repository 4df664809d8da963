#include "engine/identity_difference.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay::engine {
namespace {

using Json = nlohmann::ordered_json;

Json metric(const std::string& name, Json options) {
  return {{"name", name}, {"options", std::move(options)}};
}

// As make_identity and with_input write it.
Json identity() {
  return {{"run",
           {{"version", "1.0.0"},
            {"instruction_set", "x86-64 avx2"},
            {"metrics", Json::array({metric("q2", {{"compat", "none"},
                                                   {"generator", "rules"},
                                                   {"keep_personal", false},
                                                   {"threshold", 0.5}})})},
            {"models", {{"nli", std::string(64, 'a')}, {"qa", std::string(64, 'b')}}}}},
          {"window", 32},
          {"input",
           {{"format", "csv"},
            {"quoting", "csv"},
            {"max_record_bytes", 67108864},
            {"fields", {{"response", "answer"}}}}}};
}

std::string difference(const Json& now) {
  return describe_difference(identity().dump(), now.dump());
}

TEST(IdentityDifference, EqualOnesDoNotDiffer) {
  EXPECT_EQ(difference(identity()), "");
}

TEST(IdentityDifference, OtherMetricsAreToldByTheirNamesAlone) {
  Json now = identity();
  now["run"]["metrics"] = Json::array({metric("overlap", Json::object())});
  now["run"]["models"] = Json::object();
  EXPECT_EQ(difference(now), "the metrics were q2 and are overlap");
  now["run"]["metrics"] =
      Json::array({identity()["run"]["metrics"][0], metric("overlap", Json::object())});
  EXPECT_EQ(difference(now), "the metrics were q2 and are q2, overlap");
}

TEST(IdentityDifference, OptionsHaveTheNamesOfTheCommandLine) {
  Json now = identity();
  Json& options = now["run"]["metrics"][0]["options"];
  options["compat"] = "q2-paper";
  options["generator"] = "other";
  options["keep_personal"] = true;
  options["threshold"] = 0.6;
  EXPECT_EQ(difference(now),
            "--compat was none and is q2-paper; --qg was rules and is other; "
            "--keep-personal was off and is on; --threshold was 0.5 and is 0.6");
}

TEST(IdentityDifference, AnOptionOfSeveralMetricsIsToldOnce) {
  Json before = identity(), now = identity();
  before["run"]["metrics"].push_back(metric("nli", {{"compat", "none"}}));
  now["run"]["metrics"][0]["options"]["compat"] = "q2-paper";
  now["run"]["metrics"].push_back(metric("nli", {{"compat", "q2-paper"}}));
  EXPECT_EQ(describe_difference(before.dump(), now.dump()), "--compat was none and is q2-paper");
}

TEST(IdentityDifference, ModelsAreToldByWhatTheyAreFor) {
  Json now = identity();
  now["run"]["models"]["nli"] = std::string(64, 'c');
  EXPECT_EQ(difference(now), "the nli model is another one");
  now["run"]["models"].erase("nli");
  now["run"]["models"]["embedder"] = std::string(64, 'd');
  EXPECT_EQ(difference(now), "the nli model is needed no longer; the embedder model is needed now");
}

TEST(IdentityDifference, WindowAndInput) {
  Json now = identity();
  now["window"] = 8;
  now["input"]["format"] = "tsv";
  now["input"]["quoting"] = "none";
  EXPECT_EQ(difference(now),
            "--window was 32 and is 8; the format of the input was csv and is tsv; "
            "--quoting was csv and is none");
}

TEST(IdentityDifference, Fields) {
  Json now = identity();
  now["input"]["fields"]["response"] = "reply";
  EXPECT_EQ(difference(now), "--field response=answer is now response=reply");
  now["input"]["fields"].erase("response");
  now["input"]["fields"]["id"] = "key";
  EXPECT_EQ(difference(now),
            "--field response=answer was given and is not now; --field id=key was not given");
}

TEST(IdentityDifference, VersionAndProcessor) {
  Json now = identity();
  now["run"]["version"] = "1.1.0";
  now["run"]["instruction_set"] = "x86-64 avx512-vnni";
  EXPECT_EQ(difference(now),
            "the version of assay was 1.0.0 and is 1.1.0; "
            "the processor was x86-64 avx2 and is x86-64 avx512-vnni");
}

TEST(IdentityDifference, WhatNoSentenceIsAboutIsADifferenceToo) {
  Json now = identity();
  now["input"]["something_new"] = 1;
  EXPECT_EQ(difference(now), "in a setting that this version of assay does not know");
}

}  // namespace
}  // namespace assay::engine
