// One row of the table.

function scoreBar(score, metric) {
  const {least, most} = metric;
  const bar = h("span", {class: "score-bar", "aria-hidden": "true"});
  if (score === null) return bar;
  const fill = h("span", {class: score > threshold() ? "fill" : "fill below"});
  fill.style.width = `${100 * Math.min(1, Math.max(0, (score - least) / (most - least)))}%`;
  bar.append(fill);
  return bar;
}

function scoreCell(record) {
  const column = metricColumn();
  const score = column.score[record];
  const metric = meta.metrics[state.metric];
  if (score === null)
    return h("span", {class: "cell score", role: "gridcell"},
      h("span", {class: `status s-${kStatuses[column.status[record]].name}`},
        kStatuses[column.status[record]].word));
  return h("span", {class: "cell score", role: "gridcell"},
    h("b", null, formatScore(score)), scoreBar(score, metric),
    (column.flags[record] & 1) > 0 && h("span", {class: "flag", title: "another method stood in"},
      "fallback"));
}

function responseCell(record) {
  const response = columns.response[record];
  const marks = metricColumn().marks[record];
  const cell = h("span", {class: "cell response", role: "gridcell"});
  if (response !== null) {
    const text = h("span", {class: "foreign clamp", dir: "auto"});
    append(text, markedText(excerptOf(segmentsOf(response, marks))));
    cell.append(text);
  } else if (!meta.has_texts || marks.length > 0) {
    const units = h("span", {class: "clamp units"});
    for (let i = 0; i + 1 < marks.length; i += 2)
      units.append(foreign("mark", {class: `v-${kVerdicts[marks[i + 1]].name}`,
                                    title: kVerdicts[marks[i + 1]].word}, marks[i]), " ");
    cell.append(units);
  } else {
    cell.append(h("span", {class: "note"}, "the record cannot be read"));
  }
  return cell;
}

function verdictCell(record) {
  const {verdicts} = metricColumn();
  return h("span", {class: "cell verdicts", role: "gridcell"}, kVerdicts.map(({word}, verdict) => {
    const n = verdicts[4 * record + verdict];
    const badge = n > 0 && verdictBadge(verdict, n);
    if (badge) badge.title = `${n} ${word}`;
    return badge;
  }));
}

function changeCells(record) {
  if (!state.other) return null;
  const before = otherColumn().score[record];
  const difference = changeOf(record);
  return [h("span", {class: "cell other", role: "gridcell"}, formatScore(before)),
    h("span", {class: `cell change ${difference > 0 ? "rise" : difference < 0 ? "fall" : ""}`,
               role: "gridcell"},
      difference !== null && difference !== 0 && h("span", {"aria-hidden": "true"},
        difference > 0 ? "▲ " : "▼ "), formatChange(difference))];
}

function recordRow(record, place, isActive) {
  const label = columns.label[record];
  return h("div", {class: `row${isActive ? " active" : ""}`, role: "row", id: `row-${record}`,
                   "aria-rowindex": place + 2, "aria-selected": String(isActive),
                   "data-record": record},
    h("span", {class: "cell place", role: "gridcell"}, formatCount(record + 1)),
    h("span", {class: "cell id", role: "rowheader"}, foreign("span", null, columns.id[record]),
      label >= 0 && foreign("span", {class: "label"}, meta.labels.values[label])),
    responseCell(record), verdictCell(record), scoreCell(record), changeCells(record));
}
