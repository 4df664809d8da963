// Where the numbers come from.

function aboutSection() {
  const run = meta.run;
  const identity = run?.identity?.run;
  const row = (name, ...value) => [h("dt", null, name), h("dd", null, ...value)];
  const code = (text) => foreign("code", {class: "line"}, text);
  return section("about", "About this report", null, h("dl", {class: "about"},
    row("Results", foreign("span", null, meta.file)),
    row("Fingerprint", h("code", null, meta.fingerprint)),
    run && row("Made by", code(run.command)),
    meta.command && row("Report by", code(meta.command)),
    meta.baseline && row("Compared with", foreign("span", null, meta.baseline.file), " ",
      h("code", null, meta.baseline.fingerprint)),
    identity && row("Program", `assay ${identity.version}, ${identity.instruction_set}`),
    identity && Object.entries(identity.models ?? {}).map(([name, id]) =>
      row(`Model, ${name}`, code(id))),
    identity && identity.metrics.map(({name, options}) =>
      row(`Options, ${name}`, code(JSON.stringify(options)))),
    !run && row("Run log", "not beside the results, so options, models and times are not known"),
    row("Page", `assay ${meta.version}; charts by uPlot 1.6.32, MIT licence`)));
}
