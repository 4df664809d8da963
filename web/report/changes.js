// Two runs or two metrics side by side: what changed.

// What a record did, by the names of the filter.
const kChanges = {
  up: {word: "higher", holds: (i) => changeOf(i) > 0},
  down: {word: "lower", holds: (i) => changeOf(i) !== null && changeOf(i) < 0},
  now_grounded: {word: "now grounded", other: "grounded by it alone",
    holds: (i) => called(i) === true && otherCalled(i) === false},
  now_ungrounded: {word: "now ungrounded", other: "ungrounded by it alone",
    holds: (i) => called(i) === false && otherCalled(i) === true},
  now_measured: {word: "now measured", other: "measured by it alone",
    holds: (i) => called(i) !== null && otherCalled(i) === null},
  not_measured: {word: "no longer measured", other: "measured by the other alone",
    holds: (i) => called(i) === null && otherCalled(i) !== null},
};

function called(record) {
  const score = metricColumn().score[record];
  return score === null ? null : score > threshold();
}

function otherCalled(record) {
  const score = otherColumn()?.score[record] ?? null;
  return score === null ? null : score > otherThreshold();
}

function changeWord(name) {
  const {word, other} = kChanges[name];
  return state.other?.baseline ? word : other ?? word;
}

function pairsOfScores() {
  const here = [];
  const there = [];
  for (let i = 0; i < meta.n; ++i) {
    if (changeOf(i) === null) continue;
    here.push(metricColumn().score[i]);
    there.push(otherColumn().score[i]);
  }
  return {here, there};
}

function changeTiles() {
  const counts = Object.fromEntries(Object.keys(kChanges).map((name) => [name, 0]));
  for (let i = 0; i < meta.n; ++i)
    for (const name in kChanges) if (kChanges[name].holds(i)) ++counts[name];
  return h("div", {class: "tiles"}, Object.entries(counts).map(([name, n]) =>
    h("button", {class: "tile", type: "button", "data-change": name, disabled: n === 0,
                 onclick: () => {
                   change({change: name});
                   document.getElementById("records").scrollIntoView();
                 }},
      h("b", null, formatCount(n)), h("span", null, changeWord(name)))));
}

function changeChart(host, {here, there}) {
  const order = there.map((_, i) => i).sort((a, b) => there[a] - there[b]);
  const own = meta.metrics[state.metric];
  const other = state.other.baseline ? own : meta.metrics[state.other.metric];
  const pad = (range) => [range.least - 0.03 * (range.most - range.least),
                          range.most + 0.03 * (range.most - range.least)];
  return makeChart(host, {
    height: 300,
    about: `${own.name} of each record against ${otherName()}`,
    plot: {
      scales: {x: {time: false, range: pad(other)}, y: {range: pad(own)}},
      axes: [axisOf(otherName()),
             axisOf(state.other.baseline ? `${own.name}, now` : own.name, {size: 42})],
      series: [{label: otherName(), value: (_, x) => shownAt(x, formatScore)},
        seriesOf(own.name, 0, {paths: () => null, points: {show: true, size: 6, width: 0,
          fill: () => colour("series-1") + "80"}})],
      hooks: {drawAxes: [markDiagonal]},
    },
  }, [order.map((i) => there[i]), order.map((i) => here[i])]);
}

function changesSection() {
  if (!meta.baseline && meta.metrics.length < 2) return null;
  const body = h("div");
  let chart = null;
  const draw = () => {
    dropChart(chart);
    chart = null;
    if (!state.other) {
      replace(body, h("p", {class: "note"},
        "Choose what to compare with in the bar at the top."));
      return;
    }
    const pairs = pairsOfScores();
    const before = meanOf(pairs.there);
    const after = meanOf(pairs.here);
    const host = h("div", {class: "chart", id: "change-chart"});
    replace(body,
      h("p", {class: "lead"}, h("b", null, meta.metrics[state.metric].name), " ",
        formatScore(after), " against ", h("b", null, otherName()), " ", formatScore(before),
        " over the ", plural(pairs.here.length, "record"), " measured in both",
        after !== null && [": ", h("b", null, formatChange(after - before))],
        ". Spearman's correlation ", formatScore(spearman(pairs.here, pairs.there)), "."),
      state.other.baseline && meta.baseline.matched !== meta.n && h("p", {class: "note"},
        `${formatCount(meta.baseline.matched)} of ${plural(meta.n, "record")} are in both runs.`),
      h("div", {class: "change-grid"}, pairs.here.length > 0 && host, changeTiles()));
    if (pairs.here.length > 0) whenShown(() => {
      if (host.isConnected) chart = changeChart(host, pairs);
    });
  };
  const drawTiles = () => body.querySelector(".tiles")?.replaceWith(changeTiles());
  onChange(["metric", "other"], draw);
  onChange(["thresholds"], () => { if (state.other) drawTiles(); });
  draw();
  return section("changes", "Comparison", meta.baseline
    ? `Against ${meta.baseline.file}, ${meta.baseline.fingerprint}.`
    : "Two metrics of this run, record by record.", body);
}
