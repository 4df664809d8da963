// Systems that wrote the responses, by their mean score.

function systemRows() {
  return meta.systems.values.map((name, system) => {
    const scores = [];
    let records = 0;
    let labelled = 0;
    let grounded = 0;
    for (let i = 0; i < meta.n; ++i) {
      if (columns.system[i] !== system) continue;
      ++records;
      if (metricColumn().score[i] !== null) scores.push(metricColumn().score[i]);
      const means = columns.label[i] < 0 ? null : state.grounded[columns.label[i]];
      if (means === null) continue;
      ++labelled;
      if (means) ++grounded;
    }
    return {name, records, scores: scores.length, mean: meanOf(scores), half: halfInterval(scores),
            share: ratio(grounded, labelled)};
  }).sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity));
}

function systemPlot(row, {least, most}) {
  const place = (value) => `${100 * Math.min(1, Math.max(0, (value - least) / (most - least)))}%`;
  const plot = h("div", {class: "dot-plot"});
  if (row.mean === null) return plot;
  if (row.half !== null) {
    const interval = h("span", {class: "interval"});
    interval.style.left = place(row.mean - row.half);
    interval.style.right = `calc(100% - ${place(row.mean + row.half)})`;
    plot.append(interval);
  }
  const dot = h("span", {class: "dot"});
  dot.style.left = place(row.mean);
  plot.append(dot);
  return plot;
}

function systemsSection() {
  if (meta.systems.values.length < 2) return null;
  const body = h("div");
  const draw = () => {
    const metric = meta.metrics[state.metric];
    const rows = systemRows();
    const judged = rows.filter((row) => row.mean !== null && row.share !== null);
    const agreement = judged.length >= 3
        ? spearman(judged.map((row) => row.mean), judged.map((row) => row.share)) : null;
    replace(body, h("div", {class: "scroll-x"}, h("table", {class: "plain systems", id: "system-table"},
      h("thead", null, h("tr", null, h("th", {scope: "col"}, "system"),
        h("th", {scope: "col", class: "number"}, "measured"),
        h("th", {scope: "col", class: "number"}, "mean"),
        h("th", {scope: "col", class: "wide"},
          `${metric.name}, ${metric.least} to ${metric.most}, with its 95 % interval`),
        h("th", {scope: "col", class: "number"}, "labelled grounded"))),
      h("tbody", null, rows.map((row) => h("tr", null,
        h("th", {scope: "row"}, foreign("span", null, row.name || "(empty)")),
        h("td", {class: "number"}, `${formatCount(row.scores)} / ${formatCount(row.records)}`),
        h("td", {class: "number"}, formatScore(row.mean)),
        h("td", null, systemPlot(row, metric)),
        h("td", {class: "number"}, formatPercent(row.share))))))),
      agreement !== null && h("p", {class: "note"},
        "Spearman's correlation of mean score and share of grounded labels, over ",
        plural(judged.length, "system"), ": ", h("b", null, formatScore(agreement))));
  };
  onChange(["metric", "grounded"], draw);
  draw();
  return section("systems", "Systems",
    `Responses by “${meta.systems.name}”. Intervals are of the mean, by the normal distribution.`,
    body);
}
