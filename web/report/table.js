// The table of records: only the rows in view are in the document.

// Browsers cannot make an element higher than some millions of pixels; beyond that a pixel of the
// scroll bar stands for more than one of the table.
const kMostHeight = 12_000_000;
const kRowsAround = 6;  // drawn above and below what is in view

const table = {shown: [], active: 0, top: -1, bottom: -1};

function rowHeight() {
  return parseFloat(getComputedStyle(table.grid).getPropertyValue("--row-height"));
}

function scrollScale() {
  const full = table.shown.length * table.row;
  return full > kMostHeight ? full / kMostHeight : 1;
}

// Where the table would be scrolled to if its element were as high as its rows together, and the way
// back.
function virtualTop() {
  const {body} = table;
  if (scrollScale() === 1) return body.scrollTop;
  return body.scrollTop * (table.shown.length * table.row - body.clientHeight) /
      (kMostHeight - body.clientHeight);
}

function scrollToVirtual(top) {
  const {body} = table;
  body.scrollTop = scrollScale() === 1 ? top
      : top * (kMostHeight - body.clientHeight) /
          (table.shown.length * table.row - body.clientHeight);
}

// Below the limit of height rows stay where they are: unless `anew`, only those that come into view
// are drawn.
function drawRows(anew) {
  const {body, spacer} = table;
  const start = virtualTop();
  const top = Math.max(0, Math.floor(start / table.row) - kRowsAround);
  const bottom = Math.min(table.shown.length,
      Math.ceil((start + body.clientHeight) / table.row) + kRowsAround);
  const isFresh = anew || scrollScale() !== 1 || top >= table.bottom || bottom <= table.top;
  if (isFresh) spacer.replaceChildren();
  const rowsOf = (from, to) => {
    const rows = document.createDocumentFragment();
    for (let place = from; place < to; ++place) {
      const row = recordRow(table.shown[place], place, place === table.active);
      row.style.top = `${body.scrollTop + place * table.row - start}px`;
      rows.append(row);
    }
    return rows;
  };
  if (isFresh) {
    spacer.append(rowsOf(top, bottom));
  } else {
    for (let place = table.top; place < top; ++place) spacer.firstChild.remove();
    for (let place = bottom; place < table.bottom; ++place) spacer.lastChild.remove();
    spacer.prepend(rowsOf(top, table.top));
    spacer.append(rowsOf(table.bottom, bottom));
  }
  table.top = top;
  table.bottom = bottom;
  markActive();
}

function markActive() {
  const record = table.shown[table.active];
  if (record !== undefined && document.getElementById(`row-${record}`))
    table.grid.setAttribute("aria-activedescendant", `row-${record}`);
  else
    table.grid.removeAttribute("aria-activedescendant");
}

function scrollToPlace(place) {
  const start = virtualTop();
  const view = table.body.clientHeight;
  const top = place * table.row;
  if (top < start) scrollToVirtual(top);
  else if (top + table.row > start + view) scrollToVirtual(top + table.row - view);
}

function activate(place, open) {
  if (table.shown.length === 0) return;
  table.active = Math.min(table.shown.length - 1, Math.max(0, place));
  scrollToPlace(table.active);
  drawRows(true);
  if (open || isDetailOpen()) openDetail(table.shown[table.active], open === "focus");
}

function onTableKey(event) {
  if (event.target !== table.grid) return;  // a button of the head
  const page = Math.max(1, Math.floor(table.body.clientHeight / table.row) - 1);
  const moves = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
                 Home: -table.shown.length, End: table.shown.length};
  if (event.key in moves) activate(table.active + moves[event.key]);
  else if (event.key === "Enter" || event.key === " ") activate(table.active, "focus");
  else if (event.key === "Escape" && isDetailOpen()) closeDetail();
  else return;
  event.preventDefault();
}

// Filters and sorts anew; the active record stays active where it is still shown.
function refreshTable() {
  const active = table.shown[table.active];
  table.shown = shownRecords();
  const place = table.shown.indexOf(active);
  table.active = Math.max(0, place);
  table.row = rowHeight();
  table.spacer.style.height = `${Math.min(kMostHeight, table.shown.length * table.row)}px`;
  table.grid.setAttribute("aria-rowcount", String(table.shown.length + 1));
  if (place < 0) table.body.scrollTop = 0;
  replace(table.count, h("b", null, formatCount(table.shown.length)), " of ",
          plural(meta.n, "record"));
  table.empty.hidden = table.shown.length > 0;
  drawRows(true);
}

function headerCell(key, word, title) {
  const button = h("button", {type: "button", "data-sort": key, title, onclick: () => {
    const {by, ascending} = state.sort;
    change({sort: {by: key, ascending: by === key ? !ascending : key !== "change"}});
  }}, word, h("span", {class: "arrow", "aria-hidden": "true"}));
  return h("span", {class: `cell ${key}`, role: "columnheader", "data-column": key}, button);
}

function tableHead() {
  const head = h("div", {class: "row head", role: "row", "aria-rowindex": "1"});
  const draw = () => {
    replace(head, headerCell("place", "#", "the order of the file"), headerCell("id", "record"),
      h("span", {class: "cell response", role: "columnheader"},
        meta.has_texts ? "response" : "units"),
      headerCell("refuted", "units", "by the number of refuted units"),
      headerCell("score", meta.metrics[state.metric].name),
      state.other && [headerCell("other", state.other.baseline ? "before" : otherName()), headerCell("change", "change")]);
    for (const cell of head.querySelectorAll("[data-column]")) {
      const {by, ascending} = state.sort;
      const isSorted = cell.dataset.column === by;
      cell.setAttribute("aria-sort", !isSorted ? "none" : ascending ? "ascending" : "descending");
    }
  };
  onChange(["metric", "other", "sort"], () => {
    const focused = document.activeElement?.dataset?.sort;
    draw();
    if (focused) head.querySelector(`[data-sort="${focused}"]`)?.focus();
  });
  draw();
  return head;
}

function recordsSection() {
  table.count = h("p", {class: "shown-count", id: "shown-count", role: "status",
                        "aria-live": "polite"});
  table.empty = h("p", {class: "empty", hidden: true}, "No record is like that.");
  table.spacer = h("div", {class: "spacer", role: "presentation"});
  table.body = h("div", {class: "table-body", role: "rowgroup", id: "grid-body"}, table.empty,
                 table.spacer);
  table.spacer.addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (!row || getSelection().toString()) return;
    activate(table.shown.indexOf(Number(row.dataset.record)), "open");
  });
  let waiting = false;
  table.body.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; drawRows(false); });
  }, {passive: true});
  table.grid = h("div", {class: "table", role: "grid", tabindex: "0", id: "grid",
                         "aria-label": "Records; arrow keys move, Enter opens",
                         onkeydown: onTableKey},
                 h("div", {role: "rowgroup"}, tableHead()), table.body);
  onChange(["other"], () => table.grid.classList.toggle("compared", state.other !== null));
  table.grid.classList.toggle("compared", state.other !== null);

  onChange(["query", "verdict", "status", "label", "called", "change", "sort", "metric", "other"],
           refreshTable);
  onChange(["thresholds"], () => {
    if (state.called !== null || state.change !== null) refreshTable();
    else drawRows(true);
  });
  whenShown(() => {
    refreshTable();
    new ResizeObserver(() => {
      if (table.row !== rowHeight()) refreshTable();
      else drawRows(true);
    }).observe(table.body);
  });
  return section("records", "Records",
    "Click a record, or press Enter on it, to see how its score came about.",
    filterBar(), table.count, h("div", {class: "split", id: "split"}, table.grid, detailPanel()));
}
