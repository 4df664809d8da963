// Charts by uPlot, in the page's colours, as wide as their place.

const charts = [];

// Okabe and Ito's colours, which readers with any colour vision tell apart, with a dash each.
const kSeriesStyles = [
  {colour: "series-1", dash: []},
  {colour: "series-2", dash: [7, 4]},
  {colour: "series-3", dash: [2, 3]},
  {colour: "series-4", dash: [9, 3, 2, 3]},
];

function axisOf(label, extra) {
  return {
    label, labelSize: 18, size: extra?.size ?? 34, gap: 4,
    font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif",
    stroke: () => colour("muted"),
    grid: {stroke: () => colour("line"), width: 1},
    ticks: {stroke: () => colour("line"), width: 1, size: 4},
    ...extra,
  };
}

// The legend's number under the pointer; nothing where the pointer is not.
function shownAt(value, format) {
  return value === null || value === undefined ? "" : format(value);
}

function seriesOf(label, index, extra) {
  const style = kSeriesStyles[index % kSeriesStyles.length];
  return {
    label, stroke: () => colour(style.colour), width: 2, dash: style.dash, points: {show: false},
    value: (_, value) => shownAt(value, formatScore),
    ...extra,
  };
}

// `options.about` says in words what the chart shows, for those who cannot see it.
function makeChart(host, options, data) {
  const height = options.height ?? 230;
  const plot = new uPlot({
    width: Math.max(220, host.clientWidth), height,
    padding: [10, 12, 0, 4],
    cursor: {drag: {x: false, y: false}, points: {size: 7}},
    ...options.plot,
  }, data, host);
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", options.about);
  const resize = new ResizeObserver(() => {
    const width = Math.max(220, host.clientWidth);
    if (width !== plot.width) plot.setSize({width, height});
  });
  resize.observe(host);
  const chart = {plot, drop: () => { resize.disconnect(); plot.destroy(); }};
  charts.push(chart);
  return chart;
}

function dropChart(chart) {
  if (!chart) return;
  charts.splice(charts.indexOf(chart), 1);
  chart.drop();
}

function redrawCharts() {
  for (const {plot} of charts) plot.redraw(false, true);
}

// A line through the chart at `x()`, drawn over the series.
function markAtX(x) {
  return (plot) => {
    const value = x();
    if (value === null) return;
    const left = Math.round(plot.valToPos(value, "x", true));
    const {ctx, bbox} = plot;
    ctx.save();
    ctx.strokeStyle = colour("ink");
    ctx.lineWidth = 1.5 * devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  };
}

// Points of the chart at the threshold: `points()` gives [{x, y, colour}].
function markPoints(points) {
  return (plot) => {
    const {ctx} = plot;
    for (const {x, y, name} of points()) {
      if (x === null || y === null) continue;
      ctx.save();
      ctx.fillStyle = colour(name);
      ctx.strokeStyle = colour("surface");
      ctx.lineWidth = 2 * devicePixelRatio;
      ctx.beginPath();
      ctx.arc(plot.valToPos(x, "x", true), plot.valToPos(y, "y", true), 5.5 * devicePixelRatio, 0,
              2 * Math.PI);
      ctx.fill();
      ctx.stroke();
      ctx.restore();
    }
  };
}

// The diagonal that guessing gives.
function markDiagonal(plot) {
  const {ctx} = plot;
  ctx.save();
  ctx.strokeStyle = colour("faint");
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  const {x, y} = plot.scales;
  ctx.moveTo(plot.valToPos(x.min, "x", true), plot.valToPos(Math.max(x.min, y.min), "y", true));
  ctx.lineTo(plot.valToPos(x.max, "x", true), plot.valToPos(Math.min(x.max, y.max), "y", true));
  ctx.stroke();
  ctx.restore();
}
