// Copies the position, the record or a link to the clipboard.

import { $, h, icon, show } from "./element.js";
import { flushLink } from "./link.js";
import { t } from "./words.js";

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Where the clipboard is denied, as in a page opened from a file, the old way may still be open.
    const area = h("textarea", { class: "off-screen", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}

let timer = null;

/** Says something for a moment. */
export function tell(text) {
  $("toast").textContent = text;
  $("toast").hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { $("toast").hidden = true; }, Math.max(1600, 60 * text.length));
}

/** `texts` has functions that make what is to be copied; those that are missing have no button. */
export function drawTools(texts) {
  const button = (name, text) => h("button", { type: "button", class: "tool", title: `${t().copy}: ${name}`, onclick: async () => {
    try {
      tell(await copyText(await text()) ? `${t().copied}: ${name}` : t().notCopied);
    } catch (error) {
      tell(String(error && error.message || error));
    }
  } }, icon("copy"), name);
  show("tools", texts.sfen && button("SFEN", texts.sfen), texts.kif && button("KIF", texts.kif),
    button(t().link, texts.link || (() => { flushLink(); return location.href; })));
}
