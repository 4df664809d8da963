// Light, dark, or as the system has it.

const kThemes = ["auto", "light", "dark"];

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function themeButton() {
  const words = {auto: "◐ auto", light: "☀ light", dark: "☾ dark"};
  const button = h("button", {class: "quiet", type: "button", id: "theme"}, words.auto);
  let theme = "auto";
  button.addEventListener("click", () => {
    theme = kThemes[(kThemes.indexOf(theme) + 1) % kThemes.length];
    document.documentElement.dataset.theme = theme;
    replace(button, words[theme]);
    button.setAttribute("aria-label", `Colours: ${theme}`);
    redrawCharts();
  });
  button.setAttribute("aria-label", "Colours: auto");
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawCharts);
  return button;
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
