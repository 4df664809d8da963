// Which records are shown, and in what order.

// Lower-cased id, label and response of every record, made when first searched.
let haystacks = null;

function haystack(record) {
  const label = columns.label[record];
  const marks = metricColumn().marks[record];
  const texts = columns.response[record] ??
      (meta.has_texts ? "" : marks.filter((part) => typeof part === "string").join("\n"));
  return `${columns.id[record]}\n${label < 0 ? "" : meta.labels.values[label]}\n${texts}`
      .toLowerCase();
}

function searchable() {
  if (!haystacks) {
    haystacks = new Array(meta.n);
    for (let i = 0; i < meta.n; ++i) haystacks[i] = haystack(i);
  }
  return haystacks;
}

// Each a function of a record; those that nobody has set are not there.
function activeFilters() {
  const filters = [];
  const column = metricColumn();
  if (state.verdict !== null) filters.push((i) => column.verdicts[4 * i + state.verdict] > 0);
  if (state.status !== null) filters.push((i) => column.status[i] === state.status);
  if (state.label !== null) filters.push((i) => columns.label[i] === state.label);
  if (state.called !== null)
    filters.push((i) => called(i) === (state.called === "grounded"));
  if (state.change !== null && state.other) filters.push(kChanges[state.change].holds);
  const query = state.query.trim().toLowerCase();
  if (query) {
    const texts = searchable();
    filters.push((i) => texts[i].includes(query));
  }
  return filters;
}

// A number or text to sort by; null comes last whichever way round.
const kSortKeys = {
  place: (i) => i,
  id: (i) => columns.id[i],
  label: (i) => columns.label[i] < 0 ? null : meta.labels.values[columns.label[i]],
  score: (i) => metricColumn().score[i],
  other: (i) => otherColumn()?.score[i] ?? null,
  change: (i) => changeOf(i),
  refuted: (i) => metricColumn().verdicts[4 * i + kRefuted],
};

function compareValues(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function shownRecords() {
  const filters = activeFilters();
  const shown = [];
  for (let i = 0; i < meta.n; ++i) if (filters.every((holds) => holds(i))) shown.push(i);
  const {by, ascending} = state.sort;
  if (by === "place") return ascending ? shown : shown.reverse();
  const key = kSortKeys[by];
  const keys = new Array(meta.n);
  for (const i of shown) keys[i] = key(i);
  const sign = ascending ? 1 : -1;
  return shown.sort((i, k) => {
    const a = keys[i];
    const b = keys[k];
    if (a === null || b === null) return (a === null) - (b === null) || i - k;
    return sign * compareValues(a, b) || i - k;
  });
}

function choice(label, id, options, set) {
  const select = h("select", {id, onchange: () => set(select.value === "" ? null : select.value)},
    h("option", {value: ""}, "any"),
    options.map(([value, word]) => h("option", {value}, word)));
  return {select, element: h("label", null, `${label} `, select)};
}

function verdictChips() {
  const chips = h("div", {class: "chips", role: "group", "aria-label": "With a unit that is"});
  const draw = () => {
    const {verdicts} = metricColumn();
    replace(chips, kVerdicts.map(({name, word, sign}, verdict) => {
      let records = 0;
      for (let i = verdict; i < verdicts.length; i += 4) if (verdicts[i] > 0) ++records;
      return h("button", {class: `chip v-${name}`, type: "button", "data-verdict": name,
                          "aria-pressed": String(state.verdict === verdict),
                          disabled: records === 0 && state.verdict !== verdict,
                          title: `records with a unit that is ${word}`,
                          onclick: () => {
                            change({verdict: state.verdict === verdict ? null : verdict});
                            chips.children[verdict].focus();
                          }},
        h("span", {class: "sign", "aria-hidden": "true"}, sign), word, " ",
        h("span", {class: "count"}, formatCount(records)));
    }));
  };
  onChange(["metric", "verdict"], draw);
  draw();
  return chips;
}

const kNoFilters = {query: "", verdict: null, status: null, label: null, called: null, change: null};

function filterBar() {
  const search = h("input", {type: "search", id: "search", autocomplete: "off", spellcheck: "false",
    placeholder: meta.has_texts ? "Search id, label, response" : "Search id, label, units",
    "aria-label": "Search the records", oninput: () => change({query: search.value})});
  const number = (set) => (value) => set(value === null ? null : Number(value));
  const status = choice("status", "filter-status",
    kStatuses.map(({word}, i) => [i, word]), number((value) => change({status: value})));
  const label = meta.labels.values.length > 0 && meta.labels.values.length <= 50
    ? choice("label", "filter-label", meta.labels.values.map((value, i) =>
        [i, visibleText(value).slice(0, 40) || "(empty)"]), number((value) => change({label: value})))
    : null;
  const calledAs = choice("called", "filter-called",
    [["grounded", "grounded"], ["ungrounded", "ungrounded"]], (value) => change({called: value}));
  const changed = choice("change", "filter-change",
    Object.keys(kChanges).map((name) => [name, changeWord(name)]),
    (value) => change({change: value}));
  const clear = h("button", {class: "quiet", type: "button", id: "clear",
                             onclick: () => change({...kNoFilters})}, "clear filters");
  const show = () => {
    if (document.activeElement !== search || state.query === "") search.value = state.query;
    status.select.value = state.status ?? "";
    if (label) label.select.value = state.label ?? "";
    calledAs.select.value = state.called ?? "";
    for (const option of changed.select.options)
      if (option.value) option.textContent = changeWord(option.value);
    changed.select.value = state.change ?? "";
    changed.element.hidden = !state.other;
    clear.hidden = Object.entries(kNoFilters).every(([name, none]) => state[name] === none);
  };
  onChange(["other", ...Object.keys(kNoFilters)], show);
  onChange(["metric"], () => { if (!meta.has_texts) haystacks = null; });
  show();
  return h("div", {class: "filters", role: "search"}, search, verdictChips(),
    h("div", {class: "selects"}, status.element, label?.element, calledAs.element, changed.element,
      clear));
}
