// Elements of the page, made of nodes and texts: nothing of a record is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

/** The element with an id; the page has it. */
export const $ = id => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key.startsWith("--")) node.style.setProperty(key, value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false && child !== ""));
  return node;
}

/** An HTML element. Attributes that begin with `on` are listeners, with `--` properties of its style. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

const nameOf = node => node.dataset.key || node.getAttribute("aria-label") || node.textContent;

/** Fills an element anew; what had the focus has it again, by its name or its place. */
export function refill(root, ...children) {
  const focusable = () => [...root.querySelectorAll("button, input, select, textarea, a[href]")];
  const before = focusable();
  const at = before.indexOf(document.activeElement);
  const name = at < 0 ? null : nameOf(before[at]);
  root.replaceChildren(...children.flat(Infinity).filter(child => child));
  if (at < 0) return;
  const after = focusable().filter(node => !node.disabled);
  const next = after.find(node => nameOf(node) === name) || after[Math.min(at, after.length - 1)];
  if (next) next.focus({ preventScroll: true });
}

/** Fills an element of the page anew; an empty one is hidden. */
export function show(id, ...children) {
  refill($(id), ...children);
  $(id).hidden = !$(id).hasChildNodes();
}

/** A text in its own direction, whatever it is made of. */
export const isolated = text => h("bdi", {}, text);

// The most letters of a name or header that are shown.
const LETTERS = 80;

/** The same of a name or header: of a long one the beginning, and all of it as its title. */
export function brief(text) {
  const letters = [...text];
  return letters.length > LETTERS ? h("bdi", { title: text }, letters.slice(0, LETTERS).join("") + "…") : isolated(text);
}

const icons = {
  first: "M3 2h2v12H3zM14 2v12L6 8z",
  back: "M12 2v12L4 8z",
  forward: "M4 2v12l8-6z",
  end: "M11 2h2v12h-2zM2 2v12l8-6z",
  flip: "M4 1l4 5H5v9H3V6H0zM12 15l-4-5h3V1h2v9h3z",
  mistake: "M7 2h2.4L9 10H7.4zM7 11.6h2.4V14H7z",
  copy: "M2 2h8v2H4v7H2zM5 5h9v9H5zM6.6 6.6v5.8h5.8V6.6z",
  undo: "M6 2v3h4a4.5 4.5 0 010 9H5v-2h5a2.5 2.5 0 000-5H6v3L1 6z",
  bulb: "M8 1a5 5 0 00-2.5 9.3V12h5v-1.700A5 5 0 008 1zM5.500 13h5v1.200h-5z",
  flag: "M3 1h1.600v1H13l-2.500 3.500L13 9H4.600v6H3z",
  search: "M6.500 1a5.500 5.500 0 104 9.300L14 14l1-1-3.600-3.600A5.500 5.500 0 006.500 1zm0 2a3.500 3.500 0 110 7 3.500 3.500 0 010-7z",
  more: "M2 6.500h3v3H2zM6.500 6.500h3v3h-3zM11 6.500h3v3h-3z",
  pen: "M11.5 1l3.500 3.500L5.500 14 1 15l1-4.500zM3.700 11.400l-.5 1.400 1.400-.5 6-6-.9-.9z",
  branch: "M3 1h2v6c0 1.2.6 2 2 2h3V6l4 4-4 4v-3H7c-2.6 0-4-1.7-4-4z",
};

/** A small picture in the colour of the text beside it. */
export const icon = name => s("svg", { viewBox: "0 0 16 16", width: 15, height: 15, "aria-hidden": "true" },
  s("path", { d: icons[name], fill: "currentColor" }));
