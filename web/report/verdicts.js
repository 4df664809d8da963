// Verdicts and statuses: their order in the data, their words, and a sign that is no colour.

const kSupported = 0;
const kRefuted = 1;
const kVerdicts = [
  {name: "supported", word: "supported", sign: "✓"},
  {name: "refuted", word: "refuted", sign: "✕"},
  {name: "not_enough_info", word: "not enough info", sign: "?"},
  {name: "not_verifiable", word: "not verifiable", sign: "–"},
];
const kGravity = [0, 3, 2, 1];

const kMeasured = 0;
const kStatuses = [
  {name: "measured", word: "measured"},
  {name: "no_claims", word: "no claims"},
  {name: "no_evidence", word: "no evidence"},
  {name: "failed", word: "failed"},
];

function graver(a, b) {
  return a === null || kGravity[b] > kGravity[a] ? b : a;
}

function verdictBadge(verdict, text) {
  const {name, word, sign} = kVerdicts[verdict];
  return h("span", {class: `badge v-${name}`},
           h("span", {class: "sign", "aria-hidden": "true"}, sign), text ?? word);
}

function markedText(segments) {
  return segments.map(({text, verdict}) => verdict === null ? visibleText(text)
      : h("mark", {class: `v-${kVerdicts[verdict].name}`, title: kVerdicts[verdict].word},
          visibleText(text)));
}
