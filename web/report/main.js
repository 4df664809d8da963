// Puts the page together once its data is there.

// What must know the size of its place runs when the page is in the document.
const waitingForPage = [];
let isShown = false;

function whenShown(action) {
  if (isShown) action();
  else waitingForPage.push(action);
}

async function openReport() {
  [meta, columns] = await Promise.all([readJson("data-meta"), readJson("data-columns")]);
  state.metric = meta.first;
  state.thresholds = meta.metrics.map((metric) => metric.threshold);
  state.grounded = [...meta.labels.grounded];
  state.other = meta.baseline ? baselineOf(state.metric) : null;
  const app = document.getElementById("app");
  replace(app, headOfPage(), toolbar(),
    h("main", null, summarySection(), scoresSection(), systemsSection(), changesSection(),
      recordsSection(), timingSection(), aboutSection()));
  app.removeAttribute("aria-busy");
  isShown = true;
  for (const action of waitingForPage.splice(0)) action();
  document.documentElement.dataset.ready = "true";
}

openReport().catch((error) => {
  replace(document.getElementById("app"), h("p", {class: "warning", role: "alert"},
    `This report cannot be opened: ${error.message}. It needs a browser of 2023 or later.`));
  throw error;
});

// For the tests of the statistics, and for readers who want numbers of their own.
globalThis.assayReport = {
  averagePrecision, confusion, excerptOf, histogram, measuresOf, rocAuc, segmentsOf, spearman, sweep,
  state, change, shownRecords, get meta() { return meta; }, get columns() { return columns; },
};
