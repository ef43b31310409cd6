// Choices of the reader: language, notation, light or dark. A link wins over what was chosen before.

import { asked, tellLink } from "./link.js";

const values = {
  lang: ["ja", "en"],
  notation: ["japanese", "western"],
  theme: ["light", "dark"],
  pieces: ["one", "two", "western"],
  board: ["wood", "light", "plain"],
  sound: ["on", "off"],
  arrows: ["on", "off"],
  // The engine: lines of an analysis, its table in MiB, seconds for a position (0: no limit), effort for a game.
  lines: ["1", "2", "3", "5", "8"],
  table: ["16", "64", "128", "256"],
  limit: ["0", "10", "60"],
  effort: ["quick", "normal", "deep"],
};

/** The notation that goes with a language. */
const notationOf = lang => lang === "ja" ? "japanese" : "western";

function remembered(key) {
  // A page opened from a file may be denied its storage.
  try { return localStorage.getItem("komadai-" + key); } catch { return null; }
}
function remember(key, value) {
  try { localStorage.setItem("komadai-" + key, value); } catch { /* then not */ }
}
function known(key, value) {
  return values[key].includes(value) ? value : null;
}

/** The choices in force. */
export const choices = { lang: "en", notation: "western", theme: "light", pieces: null, board: "wood", sound: "off", arrows: "on",
  lines: "1", table: "64", limit: "0", effort: "normal" };

/** The language of the command that made the page. */
const made = globalThis.document?.documentElement.lang;

/** Takes them from the link, from earlier visits, from a page made in Japanese and from the browser, in this order. */
export function readChoices() {
  const wishes = asked();
  const wish = key => known(key, wishes.get(key));
  const before = key => known(key, remembered(key));
  const browser = (navigator.language || "").startsWith("ja") || made === "ja" ? "ja" : "en";
  choices.lang = wish("lang") || before("lang") || browser;
  // A language asked for brings its notation.
  const notation = wish("notation") || (wish("lang") ? notationOf(choices.lang) : before("notation"));
  choices.notation = notation || notationOf(choices.lang);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  for (const key of ["pieces", "board", "sound", "arrows", "lines", "table", "limit", "effort"]) choices[key] = before(key) || choices[key];
  choices.theme = wish("theme") || before("theme") || (dark ? "dark" : "light");
}

/** Chooses, and remembers it; a link that says otherwise is mended. */
export function choose(key, value) {
  choices[key] = value;
  remember(key, value);
  const wishes = asked();
  if (key === "lang") {
    choices.notation = notationOf(value);
    remember("notation", choices.notation);
    if (wishes.has("notation")) tellLink({ notation: choices.notation });
  }
  // With a language in the link, a notation chosen beside it must stand there too.
  if (wishes.has(key) || (key === "notation" && wishes.has("lang"))) tellLink({ [key]: value });
}
