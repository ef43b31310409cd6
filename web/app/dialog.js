// Dialogs: the browser's own, which keep the focus, close by Escape and give the focus back.

import { $, h, refill } from "../page/element.js";
import { w } from "./phrases.js";

/** The dialogs that are open, the last one on top. */
const opened = [];

/**
 * Opens a dialog and returns `{close, redraw}`. `draw` makes what stands in it, and again at each `redraw`; `closed` is
 * called once however it is closed.
 */
export function openDialog(title, draw, { className = "", closed = () => {} } = {}) {
  const body = h("div", { class: "body" });
  const before = document.activeElement;
  const node = h("dialog", { class: `box ${className}`, "aria-label": title },
    h("div", { class: "head" }, h("h2", {}, title),
      h("button", { type: "button", class: "quiet", "aria-label": w().close, onclick: () => node.close() }, "×")),
    body);
  const self = { node, close: () => node.close(), redraw: () => refill(body, draw(self)) };
  node.addEventListener("click", event => { if (event.target === node) node.close(); });
  node.addEventListener("close", () => {
    opened.splice(opened.indexOf(self), 1);
    node.remove();
    if (before && before.isConnected) before.focus({ preventScroll: true });
    closed();
  });
  opened.push(self);
  document.body.append(node);
  self.redraw();
  node.showModal();
  return self;
}

/** Closes whatever is open. */
export const closeDialogs = () => { for (const dialog of [...opened]) dialog.close(); };

/** A promise of whether the user says yes. */
export function confirmed(question, yes = w().yes) {
  return new Promise(resolve => {
    let answer = false;
    const choose = (value, self) => { answer = value; self.close(); };
    openDialog(question, self => h("div", { class: "buttons" },
      h("button", { type: "button", class: "main", onclick: () => choose(true, self) }, yes),
      h("button", { type: "button", class: "tool", onclick: () => choose(false, self) }, w().cancel)),
    { className: "small", closed: () => resolve(answer) });
  });
}

/** Two or more values, one of which holds. */
export const oneOf = (label, values, chosen, choose) => h("div", { class: "segment", role: "group", "aria-label": label },
  values.map(([value, text]) => h("button", {
    type: "button", "aria-pressed": String(value === chosen), onclick: () => choose(value) }, text)));

/** A line of a dialog: what it is about and what can be chosen. */
export const field = (label, ...what) => h("div", { class: "field" }, h("span", { class: "name" }, label), what);

/** A list to choose from, with its label. */
export const choice = (label, values, chosen, choose) => h("label", { class: "field" }, h("span", { class: "name" }, label),
  h("select", { onchange: event => choose(event.target.value) },
    values.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));

/** A button of the page. */
export const tool = (text, onclick, more = {}) => h("button", { type: "button", class: "tool", onclick, ...more }, text);

/** Offers a file to the browser to be saved. */
export function download(name, bytes, type = "application/octet-stream") {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = h("a", { href: url, download: name });
  $("tools").append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
