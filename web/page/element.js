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

/** Fills an element of the page anew; an empty one is hidden. */
export function show(id, ...children) {
  $(id).replaceChildren(...children.flat(Infinity).filter(child => child));
  $(id).hidden = !$(id).hasChildNodes();
}

/** A text in its own direction, whatever it is made of. */
export const isolated = text => h("bdi", {}, text);

const icons = {
  first: "M3 2h2v12H3zM14 2v12L6 8z",
  back: "M12 2v12L4 8z",
  forward: "M4 2v12l8-6z",
  end: "M11 2h2v12h-2zM2 2v12l8-6z",
  flip: "M4 1l4 5H5v9H3V6H0zM12 15l-4-5h3V1h2v9h3z",
  mistake: "M7 2h2.4L9 10H7.4zM7 11.6h2.4V14H7z",
  copy: "M2 2h8v2H4v7H2zM5 5h9v9H5zM6.6 6.6v5.8h5.8V6.6z",
  branch: "M3 1h2v6c0 1.2.6 2 2 2h3V6l4 4-4 4v-3H7c-2.6 0-4-1.7-4-4z",
};

/** A small picture in the colour of the text beside it. */
export const icon = name => s("svg", { viewBox: "0 0 16 16", width: 15, height: 15, "aria-hidden": "true" },
  s("path", { d: icons[name], fill: "currentColor" }));
