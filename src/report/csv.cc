#include <fmt/format.h>

#include "engine/json_writer.h"
#include "report/escape.h"
#include "report/formats.h"

namespace assay::report {
namespace {

std::string number_cell(const std::optional<double>& number) {
  std::string cell;
  if (number) engine::append_json_number(cell, *number);
  return cell;
}

std::string name_cell(const Names& names, const std::optional<std::size_t>& number) {
  return number ? escape_csv(names.texts()[*number]) : std::string();
}

bool passes(const Judgement& judgement, const RowFilter& filter) {
  if (filter.status && judgement.status != *filter.status) return false;
  return !filter.verdict || judgement.count(*filter.verdict) > 0;
}

// Yes, no, or nothing where there is no score.
std::string grounded_cell(const Judgement& judgement, double threshold) {
  if (!judgement.score) return {};
  return *judgement.score > threshold ? "true" : "false";
}

class CsvWriter {
 public:
  explicit CsvWriter(const JudgedRun& judged) : judged_(judged) {
    std::string head =
        "id,metric,status,score,grounded,label,system,supported,refuted,"
        "not_enough_info,not_verifiable,fallback,truncated,error";
    if (judged_.baseline) head += ",baseline_status,baseline_score,change";
    report_.text = head + "\n";
  }

  void add(std::size_t position, std::size_t metric) {
    const Item& item = judged_.run.items[position];
    const Judgement& judgement = item.judgements[metric];
    report_.text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{}", escape_csv(item.id),
        escape_csv(judged_.run.metrics[metric]), to_string(judgement.status),
        number_cell(judgement.score), grounded_cell(judgement, judged_.ranges[metric].threshold),
        name_cell(judged_.run.labels, item.label), name_cell(judged_.run.systems, item.system),
        judgement.count(Verdict::kSupported), judgement.count(Verdict::kRefuted),
        judgement.count(Verdict::kNotEnoughInfo), judgement.count(Verdict::kNotVerifiable),
        judgement.is_fallback, judgement.is_truncated, escape_csv(judgement.error));
    if (judged_.baseline) add_baseline(position, metric);
    report_.text += "\n";
    ++report_.rows;
  }

  CsvReport take() { return std::move(report_); }

 private:
  void add_baseline(std::size_t position, std::size_t metric) {
    const auto other = judged_.baseline->find_metric(judged_.run.metrics[metric]);
    if (!other || !judged_.matches[position]) {
      report_.text += ",,,";
      return;
    }
    const Judgement& before =
        judged_.baseline->items[*judged_.matches[position]].judgements[*other];
    const auto& after = judged_.run.items[position].judgements[metric].score;
    std::optional<double> change;
    if (before.score && after) change = *after - *before.score;
    report_.text += fmt::format(",{},{},{}", to_string(before.status), number_cell(before.score),
                                number_cell(change));
  }

  const JudgedRun& judged_;
  CsvReport report_;
};

}  // namespace

CsvReport csv_report(const JudgedRun& judged, const ReportOptions& options) {
  CsvWriter writer(judged);
  for (std::size_t i = 0; i < judged.run.items.size(); ++i)
    for (const std::size_t metric : judged.shown)
      if (passes(judged.run.items[i].judgements[metric], options.filter)) writer.add(i, metric);
  return writer.take();
}

}  // namespace assay::report
