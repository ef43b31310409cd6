// Opens sets of problems in the trainer, with the engine beside the page where there is one.

import { findEngine } from "./beside.js";
import { readChoices } from "./page/choices.js";
import { h } from "./page/element.js";
import { setOf } from "./study/sets.js";
import { w } from "./study/study_words.js";
import { openTrainer } from "./study/trainer.js";

readChoices();
const file = h("input", { type: "file", accept: ".html,.json", hidden: true });
const told = h("p", { role: "status" });
const chooser = h("main", { class: "card", id: "chooser" }, h("h1", {}, w().sets), h("p", {}, w().setsFrom),
  h("p", { class: "row-of-tools" }, h("button", { type: "button", class: "main", onclick: () => file.click() }, w().openSet),
    h("a", { class: "tool", href: "index.html" }, w().toBoard)), file, told);

async function open(chosen) {
  const doc = chosen && setOf(await chosen.text());
  if (!doc) {
    told.textContent = w().noSet;
    return;
  }
  chooser.remove();
  // For tests.
  globalThis.komadai = openTrainer(doc, await findEngine(false));
}

file.addEventListener("change", () => open(file.files[0]));
document.addEventListener("dragover", event => event.preventDefault());
document.addEventListener("drop", event => {
  event.preventDefault();
  if (chooser.isConnected) open(event.dataTransfer.files[0]);
});
document.body.append(chooser);
