// How one record's score came about.

const detail = {record: null};

function isDetailOpen() {
  return detail.record !== null;
}

function detailPanel() {
  detail.panel = h("aside", {class: "detail", id: "detail", hidden: true, tabindex: "-1",
                             "aria-label": "The record that is open"});
  detail.panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeDetail();
    table.grid.focus();
  });
  onChange(["metric", "other", "thresholds"], () => {
    if (isDetailOpen()) openDetail(detail.record, false);
  });
  return detail.panel;
}

function closeDetail() {
  detail.record = null;
  detail.panel.hidden = true;
  document.getElementById("split").classList.remove("open");
  drawRows(true);
}

// `focus`: into the panel, for those who came by the keyboard.
async function openDetail(record, focus) {
  const isNew = detail.record !== record;
  detail.record = record;
  const data = await readDetails(record);
  if (detail.record !== record) return;  // another was opened meanwhile
  const wasHidden = detail.panel.hidden;
  detail.panel.hidden = false;
  document.getElementById("split").classList.add("open");
  replace(detail.panel, detailOf(record, data));
  if (isNew) detail.panel.scrollTop = 0;
  if (wasHidden) {
    drawRows(true);
    scrollToPlace(table.active);
  }
  // On a phone the panel covers the page.
  if (focus || getComputedStyle(detail.panel).position === "fixed")
    detail.panel.querySelector("h3").focus();
}

function detailOf(record, data) {
  const result = data.results[state.metric];
  return [detailHead(record), responseBlock(record, result),
    resultBlock(result),
    otherBlock(data),
    data.knowledge?.length > 0 && knowledgeBlock(data, result),
    data.history?.length > 0 && block("History", data.history.map(({speaker, text}) =>
      h("p", {class: "turn"}, speaker && foreign("b", null, speaker), speaker && " ",
        foreign("span", null, text)))),
    data.references && block(data.references.length > 1 ? "References" : "Reference",
      ...data.references.map((text) => foreign("p", null, text)))];
}

function block(title, ...children) {
  return h("div", {class: "block"}, h("h4", null, title), children);
}

function detailHead(record) {
  const label = columns.label[record];
  const column = metricColumn();
  const score = column.score[record];
  const others = meta.metrics.map(({name}, i) => i !== state.metric &&
    h("button", {class: "quiet", type: "button", onclick: () => selectMetric(i)},
      `${name} ${formatScore(columns.metrics[i].score[record])}`));
  return h("div", {class: "detail-head"},
    h("button", {class: "close", type: "button", "aria-label": "Close the record",
                 onclick: () => { closeDetail(); table.grid.focus(); }}, "×"),
    h("h3", {tabindex: "-1"}, foreign("span", null, columns.id[record])),
    h("p", {class: "detail-score"},
      h("b", null, score === null ? kStatuses[column.status[record]].word : formatScore(score)),
      " ", meta.metrics[state.metric].name,
      score !== null && h("span", {class: score > threshold() ? "called yes" : "called no"},
        score > threshold() ? "grounded" : "not grounded"),
      label >= 0 && h("span", {class: "note"}, "label ",
        foreign("b", null, meta.labels.values[label]))),
    others.some(Boolean) && h("p", {class: "others"}, others));
}

function responseBlock(record, result) {
  const response = columns.response[record];
  if (response === null) return null;
  const text = h("p", {class: "foreign response-text", dir: "auto"});
  append(text, markedText(segmentsOf(response, marksOf(result))));
  return block("Response", text);
}

function marksOf(result) {
  return result.units.flatMap((unit) => unit.span ? [...unit.span, unit.verdict] : []);
}

function resultBlock(result) {
  return [result.notes.map((note) => foreign("p", {class: "warning"}, note)),
    result.units.length > 0 &&
      block(result.units[0].kind === "question" ? "Questions" : "Judged",
        h("ol", {class: "unit-list"}, result.units.map(unitItem))),
    result.arithmetic && block("Arithmetic", h("p", {class: "arithmetic"}, result.arithmetic)),
    result.discarded.length > 0 && h("details", {class: "block"},
      h("summary", null, `Discarded, ${result.discarded.length}`),
      h("ul", {class: "discarded"}, result.discarded.map(({text, because}) =>
        h("li", null, foreign("b", null, text), " ", foreign("span", {class: "note"}, because))))),
    numbersBlock(result)];
}

function numbersBlock(result) {
  const numbers = [
    ...Object.entries(result.scores).map(([name, value]) => [name, formatScore(value)]),
    ...Object.entries(result.counts).map(([name, value]) => [name, formatCount(value)])];
  if (numbers.length < 2) return null;
  return h("details", {class: "block"}, h("summary", null, "All numbers"),
    h("dl", {class: "numbers"}, numbers.map(([name, value]) =>
      h("div", null, h("dt", null, name.replaceAll("_", " ")), h("dd", null, value)))));
}

function unitItem(unit) {
  const row = (name, ...value) => [h("dt", null, name), h("dd", null, ...value)];
  const isQuestion = unit.question !== undefined;
  return h("li", {class: `unit v-${kVerdicts[unit.verdict].name}`},
    h("div", {class: "unit-head"}, verdictBadge(unit.verdict),
      h("span", {class: "unit-score"}, unit.score === undefined ? "no score"
        : formatScore(unit.score))),
    h("dl", null,
      isQuestion
        ? [row("asked about", foreign("span", null, unit.text)),
           row("question", foreign("span", {class: "question"}, unit.question)),
           row("response says", foreign("b", null, unit.response_answer)),
           row("knowledge says", unit.knowledge_answer === null ? h("i", null, "no answer")
             : foreign("b", null, unit.knowledge_answer)),
           row("compared", foreign("span", null, unit.compared))]
        : row("text", foreign("span", null, unit.text)),
      (unit.evidence ?? []).map((piece) => row("evidence",
        foreign("q", null, piece.text),
        h("span", {class: "note"}, " ", piece.source, " ", foreign("span", null, piece.id),
          ` ${piece.span[0]}–${piece.span[1]}`)))));
}

// Passages with the evidence of all units marked.
function knowledgeBlock(data, result) {
  return block("Knowledge", data.knowledge.map((passage, position) => {
    const name = passage.id || String(position);
    const marks = result.units.flatMap((unit) => (unit.evidence ?? [])
      .filter((piece) => piece.id === name)
      .flatMap((piece) => [...piece.span, unit.verdict]));
    const text = h("p", {class: "foreign", dir: "auto"});
    append(text, markedText(segmentsOf(passage.text, marks)));
    return h("div", {class: "passage"},
      (data.knowledge.length > 1 || passage.title) &&
        h("p", {class: "note"}, foreign("span", null, name), passage.title && [" · ",
          foreign("span", null, passage.title)]),
      text);
  }));
}

function otherBlock(data) {
  if (!state.other) return null;
  const result = (state.other.baseline ? data.baseline : data.results)?.[state.other.metric];
  const score = otherColumn().score[detail.record];
  return h("details", {class: "block compared-with", open: state.other.baseline},
    h("summary", null, `Compared with ${otherName()}: ${formatScore(score)}`),
    result ? [result.notes.map((note) => foreign("p", {class: "warning"}, note)),
      h("ol", {class: "unit-list"}, result.units.map(unitItem)),
      result.arithmetic && h("p", {class: "arithmetic"}, result.arithmetic)]
      : h("p", {class: "note"}, "This record is not in the other run."));
}
