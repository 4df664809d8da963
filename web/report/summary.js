// The head of the page: what was measured and what was not.

function statusBar(metric) {
  const parts = kStatuses.map(({name, word}, i) => ({name, word, n: metric.statuses[i]}))
      .filter(({n}) => n > 0);
  const bar = h("div", {class: "bar", role: "img", "aria-label":
      parts.map(({word, n}) => `${word}: ${formatCount(n)}`).join(", ")});
  for (const {name, n} of parts) {
    const part = h("span", {class: `bar-part s-${name}`});
    part.style.flexGrow = n;
    bar.append(part);
  }
  return [bar, h("ul", {class: "legend"}, parts.map(({name, word, n}) =>
      h("li", {class: `s-${name}`}, `${word} ${formatCount(n)}`)))];
}

function verdictTotals(metric) {
  const totals = [0, 0, 0, 0];
  const {verdicts} = columns.metrics[metric];
  for (let i = 0; i < verdicts.length; ++i) totals[i % 4] += verdicts[i];
  return totals;
}

function metricCard(metric, index) {
  const totals = verdictTotals(index);
  const coverage = ratio(metric.measured - metric.fallback, metric.n);
  const card = h("button", {class: "card", type: "button", title: metric.about,
                            onclick: () => selectMetric(index)},
    h("span", {class: "card-name"}, metric.name),
    h("span", {class: "card-mean"}, formatScore(metric.mean)),
    h("span", {class: "card-sub"}, `mean of ${formatCount(metric.measured)}, of `,
      plural(metric.n, "record")),
    statusBar(metric),
    h("span", {class: "card-verdicts"},
      totals.map((n, verdict) => n > 0 && verdictBadge(verdict, formatCount(n)))),
    metric.fallback > 0 && h("span", {class: "card-sub"},
      `fallback for ${formatCount(metric.fallback)}: own method covers ${formatPercent(coverage)}`));
  onChange(["metric"], () => card.setAttribute("aria-pressed", String(state.metric === index)));
  card.setAttribute("aria-pressed", String(state.metric === index));
  return card;
}

function selectMetric(metric) {
  const parts = {metric};
  // What it is compared with stays, unless that is itself; a run before is of the same metric.
  if (state.other?.baseline) parts.other = baselineOf(metric);
  else if (state.other?.metric === metric) parts.other = null;
  change(parts);
}

function baselineOf(metric) {
  const name = meta.metrics[metric].name;
  const found = meta.baseline?.metrics.findIndex((other) => other.name === name) ?? -1;
  return found < 0 ? null : {baseline: true, metric: found};
}

function headOfPage() {
  return h("header", {class: "page-head"},
    h("div", {class: "brand"}, h("strong", null, "assay"), h("span", null, "report")),
    h("div", {class: "titles"},
      foreign("h1", null, meta.title),
      h("p", {class: "note"}, plural(meta.n, "record"), " · ",
        meta.metrics.map(({name}) => name).join(", "), " · ", h("code", null, meta.fingerprint))),
    themeButton());
}

function summarySection() {
  const warning = !meta.finished && h("p", {class: "warning", role: "status"},
      "These results are not finished: the file has no summary line.");
  return section("summary", "Summary", null, warning,
    h("div", {class: "cards", role: "group", "aria-label": "Metric that the page shows"},
      meta.metrics.map(metricCard)));
}

// The choices that all of the page follows.
function toolbar() {
  const metrics = h("select", {id: "metric", onchange: (event) =>
      selectMetric(Number(event.target.value))},
    meta.metrics.map(({name}, i) => h("option", {value: i}, name)));
  const others = h("select", {id: "other", onchange: (event) => {
    const [kind, metric] = event.target.value.split(":");
    change({other: kind === "none" ? null
        : {baseline: kind === "baseline", metric: Number(metric)}});
  }});
  const fill = () => {
    metrics.value = state.metric;
    replace(others, h("option", {value: "none"}, "nothing"),
      (meta.baseline?.metrics ?? []).map(({name}, i) =>
        h("option", {value: `baseline:${i}`}, `${name}, before`)),
      meta.metrics.map(({name}, i) => i !== state.metric &&
        h("option", {value: `metric:${i}`}, name)));
    others.value = state.other === null ? "none"
        : `${state.other.baseline ? "baseline" : "metric"}:${state.other.metric}`;
  };
  onChange(["metric", "other"], fill);
  fill();
  const comparable = meta.metrics.length > 1 || meta.baseline;
  return h("div", {class: "toolbar", role: "toolbar", "aria-label": "What the page shows"},
    h("label", null, "Metric ", metrics),
    comparable && h("label", null, "compared with ", others),
    thresholdSlider());
}

function thresholdSlider() {
  const slider = h("input", {type: "range", id: "threshold", "aria-describedby": "called"});
  const number = h("input", {type: "number", id: "threshold-number", step: "any",
                             "aria-label": "Threshold as a number"});
  const called = h("output", {id: "called", class: "called", "aria-live": "polite"});
  const show = () => {
    const {least, most} = meta.metrics[state.metric];
    slider.min = least;
    slider.max = most;
    slider.step = (most - least) / 1000;
    slider.value = threshold();
    if (document.activeElement !== number) number.value = +threshold().toFixed(4);
    let grounded = 0;
    let measured = 0;
    for (const score of metricColumn().score) {
      if (score === null) continue;
      ++measured;
      if (score > threshold()) ++grounded;
    }
    replace(called, h("b", null, formatCount(grounded)), " grounded · ",
            h("b", null, formatCount(measured - grounded)), " not");
  };
  slider.addEventListener("input", () => setThreshold(Number(slider.value)));
  number.addEventListener("input", () => {
    if (number.value !== "" && Number.isFinite(Number(number.value)))
      setThreshold(Number(number.value));
  });
  onChange(["metric", "thresholds"], show);
  show();
  return h("div", {class: "threshold"},
    h("label", {for: "threshold"}, "Grounded above "), slider, number, called);
}
