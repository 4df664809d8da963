// What the reader has chosen, and who wants to know.

const state = {
  metric: 0,
  other: null,        // {baseline: boolean, metric}: what the metric is compared with
  thresholds: [],     // one a metric
  grounded: [],       // one a label: true, false, or null where it does not count
  query: "",
  verdict: null,      // number; records that have a unit with it
  status: null,
  label: null,
  called: null,       // "grounded", "ungrounded"
  change: null,       // "up", "down", "now_grounded", "now_ungrounded", ...
  sort: {by: "place", ascending: true},
};

const listeners = [];

// `names`: the parts of the state after whose change the listener is called.
function onChange(names, listener) {
  listeners.push({names, listener});
}

function change(parts) {
  Object.assign(state, parts);
  const changed = Object.keys(parts);
  for (const {names, listener} of listeners)
    if (names.some((name) => changed.includes(name))) listener();
}

function threshold() {
  return state.thresholds[state.metric];
}

function setThreshold(value) {
  const thresholds = [...state.thresholds];
  thresholds[state.metric] = value;
  change({thresholds});
}

const metricColumn = () => columns.metrics[state.metric];

function otherColumn() {
  if (!state.other) return null;
  return (state.other.baseline ? columns.baseline : columns.metrics)[state.other.metric];
}

function otherName() {
  if (!state.other) return null;
  const {baseline, metric} = state.other;
  return baseline ? `${meta.baseline.metrics[metric].name}, before` : meta.metrics[metric].name;
}

// Score minus that of the other; null where one is missing.
function changeOf(record) {
  const after = metricColumn().score[record];
  const before = otherColumn()?.score[record] ?? null;
  return after === null || before === null ? null : after - before;
}

// The threshold of what the metric is compared with.
function otherThreshold() {
  return state.other.baseline ? threshold() : state.thresholds[state.other.metric];
}

// Scores of the metric and their labels, for the records that have both.
function labelledScores(metric) {
  const scores = [];
  const truth = [];
  const column = columns.metrics[metric];
  for (let i = 0; i < meta.n; ++i) {
    const label = columns.label[i];
    const grounded = label < 0 ? null : state.grounded[label];
    if (column.score[i] === null || grounded === null) continue;
    scores.push(column.score[i]);
    truth.push(grounded);
  }
  return {scores, truth};
}
