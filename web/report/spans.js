// Spans in code points over JavaScript's strings, which count UTF-16 units.

// A function from code points to UTF-16 units of `text`.
function offsetsOf(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (point) => point;
  const units = [];
  let unit = 0;
  for (const character of text) {
    units.push(unit);
    unit += character.length;
  }
  units.push(unit);
  return (point) => units[Math.min(point, units.length - 1)];
}

// Cuts `text` where marks begin and end: [{text, verdict}], verdict null between marks. `marks` is
// [start, end, verdict, ...] in code points; where marks overlap, the gravest verdict is shown.
function segmentsOf(text, marks) {
  const at = offsetsOf(text);
  const spans = [];
  const cuts = new Set([0, text.length]);
  for (let i = 0; i + 2 < marks.length; i += 3) {
    const span = {begin: at(marks[i]), end: at(marks[i + 1]), verdict: marks[i + 2]};
    if (span.begin >= span.end) continue;
    spans.push(span);
    cuts.add(span.begin).add(span.end);
  }
  const edges = [...cuts].sort((a, b) => a - b);
  const segments = [];
  for (let i = 0; i + 1 < edges.length; ++i) {
    let verdict = null;
    for (const span of spans)
      if (span.begin <= edges[i] && span.end >= edges[i + 1]) verdict = graver(verdict, span.verdict);
    const last = segments[segments.length - 1];
    const part = text.slice(edges[i], edges[i + 1]);
    if (last && last.verdict === verdict) last.text += part;
    else segments.push({text: part, verdict});
  }
  return segments;
}

// The segments from a little before the first grave one, where that stands far behind the start.
function excerptOf(segments, lead = 110, context = 36) {
  let before = 0;
  for (let i = 0; i < segments.length; ++i) {
    const {text, verdict} = segments[i];
    if (verdict !== null && verdict !== kSupported) {
      if (before <= lead) return segments;
      const rest = segments.slice(i);
      const previous = segments[i - 1];
      if (previous)
        rest.unshift({text: "… " + previous.text.slice(-context).replace(/^[\udc00-\udfff]/, ""),
                      verdict: previous.verdict});
      return rest;
    }
    before += text.length;
  }
  return segments;
}
