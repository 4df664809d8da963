#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/format.h"
#include "report/escape.h"
#include "report/formats.h"
#include "text/shown.h"

namespace assay::report {
namespace {

constexpr std::size_t kRecordsShown = 10;
constexpr std::size_t kCellCharacters = 100;

std::string cell(std::string_view text) {
  return escape_markdown(shorten(text, kCellCharacters));
}

std::string score_cell(const std::optional<double>& score) {
  return score ? format_score(*score) : "none";
}

std::string change_cell(double change) {
  return fmt::format("{:+.3f}", change);
}

std::string share_cell(std::uint64_t part, std::uint64_t whole) {
  const double share = whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
  return fmt::format("{} / {} ({})", format_count(part), format_count(whole),
                     format_percent(share));
}

class Markdown {
 public:
  Markdown(const JudgedRun& judged, const ReportOptions& options)
      : judged_(judged), options_(options) {}

  std::string text() {
    line("### assay: `{}`", code(options_.results));
    summary();
    verdicts();
    if (judged_.meanings.are_known) labels();
    if (judged_.baseline) changes();
    lowest();
    footer();
    return std::move(text_);
  }

 private:
  template <typename... Values>
  void line(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format(format, std::forward<Values>(values)...) + "\n";
  }

  // Inside backquotes nothing but a backquote, and the end of the line, is a mark.
  static std::string code(std::string_view text) {
    std::string line = text::shown(text);
    std::replace(line.begin(), line.end(), '`', '\'');
    return line;
  }

  const std::string& name_of(std::size_t metric) const { return judged_.run.metrics[metric]; }

  void summary();
  void verdicts();
  void labels();
  void changes();
  void changed_records(const MetricChange& change);
  void lowest();
  void footer();

  const JudgedRun& judged_;
  const ReportOptions& options_;
  std::string text_;
};

void Markdown::summary() {
  line("");
  line("| metric | mean | measured | not measured | fallback | above threshold |");
  line("|---|--:|--:|---|--:|--:|");
  for (const std::size_t metric : judged_.shown) {
    const MetricSummary& summary = judged_.run.summaries[metric];
    std::string unmeasured;
    for (const auto& [status, records] : summary.statuses)
      if (status != to_string(Status::kMeasured) && records > 0)
        unmeasured +=
            fmt::format("{}{} {}", unmeasured.empty() ? "" : ", ", format_count(records), status);
    const double threshold = judged_.ranges[metric].threshold;
    const auto above = static_cast<std::uint64_t>(
        std::count_if(judged_.run.items.begin(), judged_.run.items.end(), [&](const Item& item) {
          const auto& score = item.judgements[metric].score;
          return score && *score > threshold;
        }));
    line("| {} | {} | {} | {} | {} | {} above {} |", cell(name_of(metric)),
         score_cell(summary.mean), share_cell(summary.n_measured, summary.n_total), unmeasured,
         format_count(summary.n_fallback), format_count(above), threshold);
  }
  if (!judged_.run.is_finished)
    line("\n**The results are not finished:** the file has no summary line.");
}

// Of metrics that judge units; the others have nothing to say here.
void Markdown::verdicts() {
  bool any = false;
  for (const std::size_t metric : judged_.shown) {
    std::array<std::uint64_t, kVerdicts.size()> sums{};
    for (const Item& item : judged_.run.items)
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += item.judgements[metric].verdicts[i];
    if (std::all_of(sums.begin(), sums.end(), [](std::uint64_t sum) { return sum == 0; })) continue;
    if (!any) {
      line("\n| metric | supported | refuted | not enough info | not verifiable |");
      line("|---|--:|--:|--:|--:|");
    }
    any = true;
    line("| {} | {} | {} | {} | {} |", cell(name_of(metric)), format_count(sums[0]),
         format_count(sums[1]), format_count(sums[2]), format_count(sums[3]));
  }
}

void Markdown::labels() {
  const auto ratio = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? std::string("none")
                      : format_score(static_cast<double>(part) / static_cast<double>(whole));
  };
  line("");
  line(
      "| metric | labelled | accuracy | precision, grounded | recall, grounded | precision, "
      "ungrounded | recall, ungrounded |");
  line("|---|--:|--:|--:|--:|--:|--:|");
  for (const std::size_t metric : judged_.shown) {
    const Confusion c = confusion_of(judged_, metric);
    line("| {} | {} | {} | {} | {} | {} | {} |", cell(name_of(metric)), format_count(c.total()),
         ratio(c.true_grounded + c.true_ungrounded, c.total()),
         ratio(c.true_grounded, c.true_grounded + c.false_grounded),
         ratio(c.true_grounded, c.true_grounded + c.false_ungrounded),
         ratio(c.true_ungrounded, c.true_ungrounded + c.false_ungrounded),
         ratio(c.true_ungrounded, c.true_ungrounded + c.false_grounded));
  }
}

void Markdown::changes() {
  const auto matched = static_cast<std::uint64_t>(
      std::count_if(judged_.matches.begin(), judged_.matches.end(),
                    [](const auto& match) { return match.has_value(); }));
  line("\n#### Against `{}`\n", code(options_.compare));
  line("{} of {} records are in both.\n", format_count(matched),
       format_count(judged_.run.items.size()));
  line(
      "| metric | measured in both | before | after | change | up | down | now grounded | now "
      "ungrounded |");
  line("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
  std::vector<MetricChange> compared;
  for (const std::size_t metric : judged_.shown) {
    const auto other = judged_.baseline->find_metric(name_of(metric));
    if (!other) continue;
    const MetricChange c = compare_metric(judged_.run, *judged_.baseline, judged_.matches, metric,
                                          *other, judged_.ranges[metric].threshold);
    compared.push_back(c);
    const bool any = c.n_both > 0;
    line("| {} | {} | {} | {} | {} | {} | {} | {} | {} |", cell(name_of(metric)),
         format_count(c.n_both), any ? format_score(c.mean_before) : "none",
         any ? format_score(c.mean_after) : "none",
         any ? change_cell(c.mean_after - c.mean_before) : "none", format_count(c.n_up),
         format_count(c.n_down), format_count(c.n_now_grounded), format_count(c.n_now_ungrounded));
  }
  if (!compared.empty()) changed_records(compared.front());
}

void Markdown::changed_records(const MetricChange& change) {
  struct Changed {
    std::size_t position;
    double before;
    double after;
  };
  std::vector<Changed> changed;
  for (std::size_t i = 0; i < judged_.run.items.size(); ++i) {
    if (!judged_.matches[i]) continue;
    const auto& after = judged_.run.items[i].judgements[change.metric].score;
    const auto& before =
        judged_.baseline->items[*judged_.matches[i]].judgements[change.baseline_metric].score;
    if (after && before && *after != *before) changed.push_back({i, *before, *after});
  }
  if (changed.empty()) return;
  std::stable_sort(changed.begin(), changed.end(), [](const Changed& a, const Changed& b) {
    return std::abs(a.after - a.before) > std::abs(b.after - b.before);
  });
  line("\nMost changed by {}:\n", cell(name_of(change.metric)));
  line("| record | before | after | change | not supported now |");
  line("|---|--:|--:|--:|---|");
  for (std::size_t i = 0; i < std::min(kRecordsShown, changed.size()); ++i) {
    const Changed& c = changed[i];
    const Item& item = judged_.run.items[c.position];
    line("| {} | {} | {} | {} | {} |", cell(item.id), format_score(c.before), format_score(c.after),
         change_cell(c.after - c.before), cell(item.judgements[change.metric].doubts));
  }
}

// The records whose first metric is lowest.
void Markdown::lowest() {
  const std::size_t metric = judged_.shown.front();
  const double threshold = judged_.ranges[metric].threshold;
  std::vector<std::size_t> low;
  for (std::size_t i = 0; i < judged_.run.items.size(); ++i) {
    const auto& score = judged_.run.items[i].judgements[metric].score;
    if (score && *score <= threshold) low.push_back(i);
  }
  const auto score_of = [&](std::size_t i) {
    return *judged_.run.items[i].judgements[metric].score;
  };
  std::stable_sort(low.begin(), low.end(),
                   [&](std::size_t a, std::size_t b) { return score_of(a) < score_of(b); });
  if (low.empty()) return;
  const std::size_t shown = std::min(kRecordsShown, low.size());
  line("\n<details><summary>The {} lowest of {} records that are not above {} by {}</summary>\n",
       shown, format_count(low.size()), threshold, cell(name_of(metric)));
  line("| record | score | label | not supported |");
  line("|---|--:|---|---|");
  for (std::size_t i = 0; i < shown; ++i) {
    const Item& item = judged_.run.items[low[i]];
    line("| {} | {} | {} | {} |", cell(item.id), format_score(score_of(low[i])),
         item.label ? cell(judged_.run.labels.texts()[*item.label]) : "",
         cell(item.judgements[metric].doubts));
  }
  line("\n</details>");
}

void Markdown::footer() {
  line("\nResults `{}`{}", code(judged_.run.fingerprint),
       options_.command.empty() ? "" : fmt::format(", report by `{}`", code(options_.command)));
}

}  // namespace

std::string markdown_report(const JudgedRun& judged, const ReportOptions& options) {
  return Markdown(judged, options).text();
}

}  // namespace assay::report
