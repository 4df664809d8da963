#include <fmt/format.h>

#include "base/format.h"
#include "cli/evaluate/classify_report.h"
#include "cli/evaluate/text.h"
#include "cli/terminal/table.h"

namespace assay::cli {
namespace {

using namespace evaluate;

constexpr auto kRight = Column::Align::kRight;

std::string name_of(const MetricReport& metric) {
  return metric_cell(metric.metric, metric.missing, metric.fill);
}

std::string cell(const MetricReport& metric, const std::string& measure) {
  return estimate_cell(find_estimate(metric.measures, measure));
}

// A table with a row for each metric, or each of its data sets.
class MetricTable {
 public:
  MetricTable(const ClassifyOptions& options, std::vector<Column> columns)
      : has_datasets_(!options.dataset.empty()), table_(with_whose(std::move(columns))) {}

  void add_row(const MetricReport& metric, std::vector<std::string> cells) {
    if (has_datasets_) cells.insert(cells.begin(), metric.dataset.value_or("all"));
    cells.insert(cells.begin(), name_of(metric));
    table_.add_row(std::move(cells));
  }

  std::string to_string(const Style& style) const { return table_.to_string(style); }

 private:
  std::vector<Column> with_whose(std::vector<Column> columns) const {
    if (has_datasets_) columns.insert(columns.begin(), {"data set"});
    columns.insert(columns.begin(), {"metric"});
    return columns;
  }

  bool has_datasets_;
  Table table_;
};

std::string overview(const ClassifyReport& report, const ClassifyOptions& options,
                     const Style& style) {
  MetricTable table(options, {{"n", kRight},
                              {"grounded", kRight},
                              {"ROC AUC", kRight},
                              {"accuracy", kRight},
                              {"balanced accuracy", kRight},
                              {"macro F1", kRight},
                              {"kappa", kRight}});
  for (const MetricReport& metric : report.metrics) {
    table.add_row(metric,
                  {format_count(metric.n), format_count(metric.n_grounded), cell(metric, "roc_auc"),
                   cell(metric, "accuracy"), cell(metric, "balanced_accuracy"),
                   cell(metric, "macro_f1"), cell(metric, "kappa")});
  }
  return table.to_string(style);
}

std::string by_class(const ClassifyReport& report, const ClassifyOptions& options,
                     const Style& style) {
  MetricTable table(options, {{"threshold", kRight},
                              {"class"},
                              {"precision", kRight},
                              {"recall", kRight},
                              {"F1", kRight},
                              {"average precision", kRight}});
  for (const MetricReport& metric : report.metrics) {
    for (const std::string of_class : {"grounded", "ungrounded"}) {
      table.add_row(
          metric, {fmt::format("{:.4g}", metric.threshold), of_class,
                   cell(metric, "precision_" + of_class), cell(metric, "recall_" + of_class),
                   cell(metric, "f1_" + of_class), cell(metric, "average_precision_" + of_class)});
    }
  }
  return table.to_string(style);
}

std::string chosen_thresholds(const ClassifyReport& report, const ClassifyOptions& options,
                              const Style& style) {
  MetricTable table(options, {{"best threshold", kRight},
                              {"held-out accuracy", kRight},
                              {"held-out balanced accuracy", kRight},
                              {"held-out macro F1", kRight},
                              {"ECE", kRight}});
  for (const MetricReport& metric : report.metrics) {
    const auto held_out = [&](const char* measure) {
      return metric.chosen ? estimate_cell(find_estimate(metric.chosen->held_out, measure)) : "-";
    };
    table.add_row(metric, {metric.chosen ? fmt::format("{:.4g}", metric.chosen->threshold) : "-",
                           held_out("accuracy"), held_out("balanced_accuracy"),
                           held_out("macro_f1"), cell(metric, "ece")});
  }
  return fmt::format("\nBest threshold by {}, tried by {}-fold cross-validation:\n",
                     to_string(options.criterion), options.folds) +
         table.to_string(style);
}

std::string comparisons(const ClassifyReport& report, const Style& style) {
  Table table({{"compared"},
               {"n", kRight},
               {"difference in AUC", kRight},
               {"DeLong p", kRight},
               {"difference in accuracy", kRight},
               {"McNemar p", kRight}});
  for (const Comparison& comparison : report.comparisons) {
    const auto difference = [&](const char* measure) {
      for (const Difference& known : comparison.differences) {
        if (known.measure == measure) return estimate_cell({known.value, known.interval});
      }
      return std::string("-");
    };
    table.add_row({comparison.first + " - " + comparison.second, format_count(comparison.n),
                   difference("roc_auc"), p_cell(comparison.delong_p_corrected),
                   difference("accuracy"), p_cell(comparison.mcnemar_p_corrected)});
  }
  return "\nDifferences over the items that both scored; p-values after Holm's correction:\n" +
         table.to_string(style);
}

}  // namespace

std::string classify_text(const ClassifyReport& report, const ClassifyOptions& options,
                          const Style& style) {
  std::string text = plural(report.n_items, "item");
  if (report.n_unlabelled > 0)
    text += fmt::format(", of which {} without a label are left out",
                        format_count(report.n_unlabelled));
  text += ".\n" + interval_note(options.bootstrap) + "\n" + overview(report, options, style) +
          "\n" + by_class(report, options, style);
  if (options.folds > 0) text += chosen_thresholds(report, options, style);
  if (!report.comparisons.empty()) text += comparisons(report, style);
  return text;
}

}  // namespace assay::cli
