// Elements. Texts of others get into the page through text nodes alone, never as HTML.

function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

// A text that somebody else wrote, kept from changing the direction of what stands around it.
function foreign(tag, properties, text) {
  return h(tag, {dir: "auto", ...properties, class: `foreign ${properties?.class ?? ""}`},
           visibleText(text));
}

// Controls and overrides of direction are shown as one character each, so that offsets stay.
function visibleText(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "\u2370");
}

function section(id, title, note, ...children) {
  return h("section", {id, "aria-labelledby": `${id}-title`},
           h("div", {class: "section-head"},
             h("h2", {id: `${id}-title`}, title), note && h("p", {class: "note"}, note)),
           children);
}
