// The distribution of scores, and how well they tell the labels apart.

const kBins = 20;
const kMostLabels = 4;  // with a series each

// Groups of records with a series each: by label where that makes sense, else all together.
function labelGroups() {
  const {values} = meta.labels;
  // In one order and colour whatever the records begin with: grounded, unclear, ungrounded.
  const rank = (label) => ({true: 0, false: 2}[state.grounded[label]] ?? 1);
  const kept = values.map((value, i) => i).sort((a, b) => rank(a) - rank(b));
  if (values.length < 1 || values.length > kMostLabels)
    return [{name: "all records", holds: () => true}];
  return kept.map((label) => ({name: visibleText(values[label]) || "(empty)",
                               holds: (i) => columns.label[i] === label}));
}

function distributionChart(host) {
  const {least, most, name} = meta.metrics[state.metric];
  const groups = labelGroups();
  const edges = Array.from({length: kBins + 1}, (_, i) => least + (most - least) * i / kBins);
  const data = [edges];
  for (const group of groups) {
    const values = metricColumn().score.filter((score, i) => score !== null && group.holds(i));
    const shares = histogram(values, least, most, kBins)
        .map((count) => values.length ? count / values.length : 0);
    data.push([...shares, shares[kBins - 1]]);  // the last step reaches to the end
  }
  return makeChart(host, {
    height: 260,
    about: `Distribution of ${name} for ${groups.map((group) => group.name).join(", ")}`,
    plot: {
      scales: {x: {time: false, range: [least, most]},
               y: {range: (_, min, max) => [0, Math.max(max, 0.01) * 1.05]}},
      axes: [axisOf(name), axisOf("share of records",
        {size: 48, values: (_, ticks) => ticks.map((tick) => `${Math.round(100 * tick)} %`)})],
      series: [{label: name, value: (_, x) => shownAt(x, (from) => `from ${from.toFixed(2)}`)},
        ...groups.map((group, i) => seriesOf(group.name, i, {
          paths: uPlot.paths.stepped({align: 1}),
          fill: () => colour(kSeriesStyles[i % kSeriesStyles.length].colour) + "22",
          value: (_, share) => shownAt(share, formatPercent),
        }))],
      hooks: {draw: [markAtX(threshold)]},
    },
  }, data);
}

const kGrid = Array.from({length: 401}, (_, i) => i / 400);

function curvesOf({scores, truth}) {
  const grounded = sweep(scores, truth);
  const ungrounded = sweep(scores.map((score) => -score), truth.map((label) => !label));
  return {grounded, ungrounded};
}

function precisionChart(host, curves, current) {
  const unit = {range: [0, 1.02]};
  return makeChart(host, {
    about: `Precision by recall; average precision of grounded ` +
        `${formatScore(averagePrecision(curves.grounded))}, of ungrounded ` +
        formatScore(averagePrecision(curves.ungrounded)),
    plot: {
      scales: {x: {time: false, range: [0, 1]}, y: unit},
      axes: [axisOf("recall"), axisOf("precision", {size: 42})],
      series: [{label: "recall", value: (_, x) => shownAt(x, formatScore)},
               seriesOf("grounded", 0), seriesOf("ungrounded", 1)],
      hooks: {draw: [markPoints(() => {
        const m = current();
        return [{x: m.recallGrounded, y: m.precisionGrounded, name: "series-1"},
                {x: m.recallUngrounded, y: m.precisionUngrounded, name: "series-2"}];
      })]},
    },
  }, [kGrid, precisionOnGrid(curves.grounded, kGrid), precisionOnGrid(curves.ungrounded, kGrid)]);
}

function rocChart(host, curves, current) {
  return makeChart(host, {
    about: `ROC curve; area ${formatScore(rocAuc(curves.grounded))}`,
    plot: {
      scales: {x: {time: false, range: [0, 1]}, y: {range: [0, 1.02]}},
      axes: [axisOf("ungrounded called grounded"), axisOf("grounded called so", {size: 42})],
      series: [{label: "false positives", value: (_, x) => shownAt(x, formatScore)},
               seriesOf("true positives", 0)],
      hooks: {drawAxes: [markDiagonal], draw: [markPoints(() => {
        const m = current();
        return [{x: m.recallUngrounded === null ? null : 1 - m.recallUngrounded,
                 y: m.recallGrounded, name: "series-1"}];
      })]},
    },
  }, [kGrid, rocOnGrid(curves.grounded, kGrid)]);
}

function confusionTable(counts) {
  const n = counts.trueGrounded + counts.falseGrounded + counts.trueUngrounded +
      counts.falseUngrounded;
  const cell = (count, right, called, labelled) => {
    const td = h("td", {class: right ? "right" : "wrong"}, h("b", null, formatCount(count)),
      h("span", null, formatPercent(ratio(count, n))));
    td.style.setProperty("--share", n > 0 ? count / n : 0);
    td.title = `labelled ${labelled}, called ${called}`;
    return td;
  };
  return h("table", {class: "confusion", id: "confusion"},
    h("caption", null, "Confusion matrix at the threshold"),
    h("thead", null, h("tr", null, h("td"), h("th", {scope: "col"}, "called grounded"),
                       h("th", {scope: "col"}, "called ungrounded"))),
    h("tbody", null,
      h("tr", null, h("th", {scope: "row"}, "labelled grounded"),
        cell(counts.trueGrounded, true, "grounded", "grounded"),
        cell(counts.falseUngrounded, false, "ungrounded", "grounded")),
      h("tr", null, h("th", {scope: "row"}, "labelled ungrounded"),
        cell(counts.falseGrounded, false, "grounded", "ungrounded"),
        cell(counts.trueUngrounded, true, "ungrounded", "ungrounded"))));
}

function measureList(measures, curves) {
  const rows = [
    ["accuracy", measures.accuracy], ["balanced accuracy", measures.balancedAccuracy],
    ["kappa", measures.kappa], ["ROC AUC", rocAuc(curves.grounded)],
    ["precision, grounded", measures.precisionGrounded],
    ["recall, grounded", measures.recallGrounded],
    ["precision, ungrounded", measures.precisionUngrounded],
    ["recall, ungrounded", measures.recallUngrounded],
  ];
  return h("dl", {class: "measures", id: "measures"}, rows.map(([name, value]) =>
      h("div", null, h("dt", null, name), h("dd", null, formatScore(value)))));
}

// Which labels mean grounded, for the reader to set.
function labelChoices() {
  const {values, name} = meta.labels;
  if (values.length < 2 || values.length > 12) return null;
  const choice = (label) => h("label", null, foreign("span", null, values[label] || "(empty)"), " ",
    h("select", {"data-label": label, onchange: (event) => {
      const grounded = [...state.grounded];
      grounded[label] = {yes: true, no: false, out: null}[event.target.value];
      change({grounded});
    }}, [["yes", "grounded", true], ["no", "ungrounded", false], ["out", "left out", null]].map(
      ([value, word, means]) =>
        h("option", {value, selected: state.grounded[label] === means}, word))));
  return h("details", {class: "label-choices", open: !meta.labels.known},
    h("summary", null, `What the labels of “${name}” mean`), values.map((_, label) => choice(label)));
}

function scoresSection() {
  const distribution = h("div", {class: "chart", id: "distribution"});
  const labelled = h("div", {class: "labelled"});
  let drawn = [];
  let chart = null;

  const drawDistribution = () => {
    dropChart(chart);
    replace(distribution);
    chart = distributionChart(distribution);
  };
  const drawLabelled = () => {
    drawn.forEach(dropChart);
    drawn = [];
    const sample = labelledScores(state.metric);
    const both = sample.truth.includes(true) && sample.truth.includes(false);
    if (!both) {
      replace(labelled, h("p", {class: "note"}, meta.labels.values.length === 0
        ? "The records have no labels, so there is nothing to compare the scores with."
        : "No curves: of the records with a score, not both kinds of label are there."));
      return;
    }
    const curves = curvesOf(sample);
    const current = () => measuresOf(confusion(sample.scores, sample.truth, threshold()));
    const counts = h("div", {class: "at-threshold"});
    const precision = h("div", {class: "chart"});
    const roc = h("div", {class: "chart"});
    replace(labelled, counts,
      h("figure", null, h("figcaption", null, "Precision by recall, ● at the threshold"), precision),
      h("figure", null, h("figcaption", null, "ROC, area ", h("b", null,
        formatScore(rocAuc(curves.grounded)))), roc));
    drawn = [precisionChart(precision, curves, current), rocChart(roc, curves, current)];
    showCounts = () => replace(counts,
      confusionTable(confusion(sample.scores, sample.truth, threshold())),
      measureList(current(), curves));
    showCounts();
  };
  let showCounts = () => {};

  onChange(["metric"], () => { showCounts = () => {}; drawDistribution(); drawLabelled(); });
  onChange(["grounded"], () => { showCounts = () => {}; drawLabelled(); });
  onChange(["thresholds"], () => {
    chart?.plot.redraw(false);
    drawn.forEach(({plot}) => plot.redraw(false));
    showCounts();
  });
  whenShown(() => { drawDistribution(); drawLabelled(); });
  return section("scores", "Scores",
    "How the scores spread, and how well they tell the labels apart.",
    h("figure", null, h("figcaption", null,
      `Distribution${meta.labels.values.length > 1 ? " by label" : ""}; the line is the threshold`),
      distribution),
    labelChoices(), labelled);
}
