// On paper there is no scrolling: the first records are drawn one below the other.

const kMostPrinted = 200;

function prepareForPrint() {
  const rows = h("div", {class: "printed table", id: "printed"},
    table.shown.slice(0, kMostPrinted).map((record, place) => {
      const row = recordRow(record, place, false);
      row.removeAttribute("id");
      return row;
    }),
    table.shown.length > kMostPrinted && h("p", {class: "note"},
      `The first ${kMostPrinted} of ${formatCount(table.shown.length)} records are printed.`));
  document.getElementById("split").after(rows);
  document.documentElement.classList.add("printing");
  redrawCharts();
}

function clearPrint() {
  document.getElementById("printed")?.remove();
  document.documentElement.classList.remove("printing");
  redrawCharts();
}

addEventListener("beforeprint", prepareForPrint);
addEventListener("afterprint", clearPrint);
