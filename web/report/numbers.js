// Numbers as people read them, the same in every locale.

const kNone = "–";

function formatScore(score) {
  return score === null || score === undefined ? kNone : score.toFixed(3);
}

function formatChange(change) {
  if (change === null || change === undefined) return kNone;
  return (change > 0 ? "+" : change < 0 ? "−" : "±") + Math.abs(change).toFixed(3);
}

function formatCount(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function formatPercent(share) {
  return share === null ? kNone : `${(100 * share).toFixed(1)} %`;
}

function formatSeconds(seconds) {
  if (seconds < 1) return `${seconds.toFixed(2)} s`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const two = (number) => String(number).padStart(2, "0");
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${two(whole % 60)} s`;
  return `${Math.floor(whole / 3600)} h ${two(Math.floor(whole / 60) % 60)} min`;
}

function plural(count, noun) {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
