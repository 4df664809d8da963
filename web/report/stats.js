// The statistics that follow the threshold slider. `assay evaluate` has them with intervals and
// tests; tests/report compares the two.

// How many of `values` fall into each of `bins` equal parts of [least, most]. Values outside count
// in the outermost parts.
function histogram(values, least, most, bins) {
  const counts = new Array(bins).fill(0);
  const width = (most - least) / bins || 1;
  for (const value of values)
    ++counts[Math.min(bins - 1, Math.max(0, Math.floor((value - least) / width)))];
  return counts;
}

// A response is called grounded if its score is greater than the threshold.
function confusion(scores, truth, threshold) {
  const counts = {trueGrounded: 0, falseGrounded: 0, trueUngrounded: 0, falseUngrounded: 0};
  for (let i = 0; i < scores.length; ++i) {
    const called = scores[i] > threshold;
    if (truth[i]) ++counts[called ? "trueGrounded" : "falseUngrounded"];
    else ++counts[called ? "falseGrounded" : "trueUngrounded"];
  }
  return counts;
}

function ratio(part, whole) {
  return whole > 0 ? part / whole : null;
}

function f1Of(precision, recall) {
  if (precision === null || recall === null) return null;
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

function measuresOf(counts) {
  const {trueGrounded: tg, falseGrounded: fg, trueUngrounded: tu, falseUngrounded: fu} = counts;
  const n = tg + fg + tu + fu;
  const accuracy = ratio(tg + tu, n);
  const recallGrounded = ratio(tg, tg + fu);
  const recallUngrounded = ratio(tu, tu + fg);
  const chance = n > 0 ? ((tg + fg) * (tg + fu) + (tu + fu) * (tu + fg)) / (n * n) : null;
  return {
    n, accuracy,
    precisionGrounded: ratio(tg, tg + fg), recallGrounded,
    precisionUngrounded: ratio(tu, tu + fu), recallUngrounded,
    f1Grounded: ratio(2 * tg, 2 * tg + fg + fu), f1Ungrounded: ratio(2 * tu, 2 * tu + fg + fu),
    balancedAccuracy: recallGrounded === null || recallUngrounded === null ? null
        : (recallGrounded + recallUngrounded) / 2,
    kappa: accuracy === null || chance === 1 ? null : (accuracy - chance) / (1 - chance),
  };
}

// Counts of true and false positives when everything from each distinct score upwards is called
// positive, from the greatest score down.
function sweep(scores, truth) {
  const order = scores.map((_, i) => i).sort((a, b) => scores[b] - scores[a]);
  const points = [];
  let truePositive = 0;
  let falsePositive = 0;
  for (let i = 0; i < order.length; ++i) {
    if (truth[order[i]]) ++truePositive;
    else ++falsePositive;
    if (i + 1 === order.length || scores[order[i + 1]] !== scores[order[i]])
      points.push({score: scores[order[i]], truePositive, falsePositive});
  }
  return points;
}

function rocAuc(points) {
  const last = points[points.length - 1];
  if (!last || last.truePositive === 0 || last.falsePositive === 0) return null;
  let area = 0;
  let previous = {truePositive: 0, falsePositive: 0};
  for (const point of points) {
    area += (point.falsePositive - previous.falsePositive) *
        (point.truePositive + previous.truePositive) / 2;
    previous = point;
  }
  return area / (last.truePositive * last.falsePositive);
}

function averagePrecision(points) {
  const last = points[points.length - 1];
  if (!last || last.truePositive === 0) return null;
  let sum = 0;
  let before = 0;
  for (const {truePositive, falsePositive} of points) {
    sum += (truePositive - before) * truePositive / (truePositive + falsePositive);
    before = truePositive;
  }
  return sum / last.truePositive;
}

// The curve as a step function on `grid` (ascending, 0 to 1): of the points whose x is at least
// (precision by recall) or at most (ROC) the grid's value, the best y.
function rocOnGrid(points, grid) {
  const last = points[points.length - 1];
  let next = 0;
  let best = 0;
  return grid.map((x) => {
    while (next < points.length && points[next].falsePositive / last.falsePositive <= x + 1e-12)
      best = points[next++].truePositive / last.truePositive;
    return best;
  });
}

function precisionOnGrid(points, grid) {
  const last = points[points.length - 1];
  let next = 0;
  return grid.map((x) => {
    while (next < points.length && points[next].truePositive / last.truePositive < x - 1e-12) ++next;
    if (next >= points.length) return null;
    const {truePositive, falsePositive} = points[next];
    return truePositive > 0 ? truePositive / (truePositive + falsePositive) : null;
  });
}

function meanOf(values) {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
}

// Half the width of the 95 % interval of the mean, by the normal distribution.
function halfInterval(values) {
  if (values.length < 2) return null;
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return 1.96 * Math.sqrt(squares / (values.length - 1) / values.length);
}

// Mid-ranks: equal values share the mean of their places.
function ranksOf(values) {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Array(values.length);
  for (let i = 0; i < order.length;) {
    let end = i + 1;
    while (end < order.length && values[order[end]] === values[order[i]]) ++end;
    for (let k = i; k < end; ++k) ranks[order[k]] = (i + end - 1) / 2 + 1;
    i = end;
  }
  return ranks;
}

function pearson(a, b) {
  if (a.length < 2) return null;
  const meanA = meanOf(a);
  const meanB = meanOf(b);
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; ++i) {
    ab += (a[i] - meanA) * (b[i] - meanB);
    aa += (a[i] - meanA) ** 2;
    bb += (b[i] - meanB) ** 2;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : null;
}

function spearman(a, b) {
  return pearson(ranksOf(a), ranksOf(b));
}
