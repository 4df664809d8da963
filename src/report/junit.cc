#include <fmt/format.h>

#include "base/format.h"
#include "report/escape.h"
#include "report/formats.h"

namespace assay::report {
namespace {

struct Suite {
  std::string cases;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
};

// The shortest decimal: a score that lies close to the threshold must not look like it.
std::string exact(double number) {
  return fmt::format("{}", number);
}

std::string why_not(const Judgement& judgement) {
  return judgement.doubts.empty() ? std::string() : "not supported: " + judgement.doubts;
}

// What stands in the test case; empty for one that passes.
std::string outcome(const Judgement& judgement, double threshold, Suite& suite) {
  switch (judgement.status) {
    case Status::kFailed:
      ++suite.errors;
      return fmt::format("<error type=\"failed\" message=\"{}\"/>", escape_xml(judgement.error));
    case Status::kNoClaims:
    case Status::kNoEvidence:
      ++suite.skipped;
      return fmt::format("<skipped message=\"{}\"/>", to_string(judgement.status));
    case Status::kMeasured:
      break;
  }
  if (!judgement.score || *judgement.score > threshold) return {};
  ++suite.failures;
  return fmt::format(
      "<failure type=\"ungrounded\" message=\"score {} is not above {}\">{}</failure>",
      exact(*judgement.score), exact(threshold), escape_xml(why_not(judgement)));
}

Suite suite_of(const JudgedRun& judged, std::size_t metric) {
  Suite suite;
  const std::string name = escape_xml(judged.run.metrics[metric]);
  for (const Item& item : judged.run.items) {
    ++suite.tests;
    const std::string inside =
        outcome(item.judgements[metric], judged.ranges[metric].threshold, suite);
    const std::string start =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\"", name, escape_xml(item.id));
    suite.cases +=
        inside.empty() ? start + "/>\n" : fmt::format("{}>{}</testcase>\n", start, inside);
  }
  return suite;
}

std::string counts_of(const Suite& suite) {
  return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", suite.tests,
                     suite.failures, suite.errors, suite.skipped);
}

}  // namespace

std::string junit_report(const JudgedRun& judged, const ReportOptions& /*options*/) {
  Suite all;
  std::string suites;
  for (const std::size_t metric : judged.shown) {
    const Suite suite = suite_of(judged, metric);
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
    all.skipped += suite.skipped;
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n",
                          escape_xml(judged.run.metrics[metric]), counts_of(suite), suite.cases);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\" {}>\n{}"
      "</testsuites>\n",
      counts_of(all), suites);
}

}  // namespace assay::report
