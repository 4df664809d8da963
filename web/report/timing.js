// How long the run took, as far as its log tells.

function timingSection() {
  const windows = meta.run?.windows ?? [];
  if (windows.length === 0) return null;
  const seconds = windows.reduce((sum, window) => sum + window[1], 0);
  const records = windows.reduce((sum, window) => sum + window[0], 0);
  const tile = (value, word) => h("div", {class: "tile"}, h("b", null, value), h("span", null, word));
  const host = h("div", {class: "chart"});
  const many = windows.length >= 4;
  if (many) whenShown(() => {
    const ends = [];
    let sum = 0;
    for (const [n] of windows) ends.push(sum += n);
    makeChart(host, {
      height: 190, about: "Records a second over the run",
      plot: {
        scales: {x: {time: false}, y: {range: (_, min, max) => [0, max * 1.05 || 1]}},
        axes: [axisOf("record"), axisOf("records a second", {size: 52})],
        series: [{label: "record", value: (_, x) => shownAt(x, formatCount)},
          seriesOf("records a second", 0,
            {value: (_, rate) => shownAt(rate, (number) => number.toFixed(1))})],
      },
    }, [ends, windows.map(([n, took]) => took > 0 ? n / took : null)]);
  });
  return section("timing", "Timing", "Of scoring, by the run log; loading models is not in it.",
    h("div", {class: "tiles"}, tile(formatSeconds(seconds), "scoring"),
      tile(seconds > 0 ? (records / seconds).toFixed(1) : kNone, "records a second"),
      tile(formatCount(windows.length), windows.length === 1 ? "window" : "windows")),
    many && host);
}
