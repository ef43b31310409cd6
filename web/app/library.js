// The games kept in the browser: the one on the board as it stands, and those of before.

import { choices } from "../page/choices.js";
import { tell } from "../page/copy.js";
import { brief, h } from "../page/element.js";
import { playerName } from "../page/heading.js";
import { endText, mark, sideName } from "../page/notation.js";
import { nodeAt, treeOf } from "../page/tree.js";
import { t } from "../page/words.js";
import { holdClock } from "./clock.js";
import { confirmed, download, openDialog, tool } from "./dialog.js";
import { emptyDocument, gameOf } from "./engine.js";
import { runClock } from "./game.js";
import { complain } from "./moving.js";
import { EVEN } from "./newgame.js";
import { w } from "./phrases.js";
import { dropGame, keepGame, keepState, keptGame, keptGames, keptState } from "./store.js";

/** A node as documents have positions. */
function entry({ parent, children, variation, legal, end, ruled, ...rest }) {
  return rest;
}

/** The document of what is on the page, as treeOf takes it. */
export function documentOf({ doc, tree }) {
  const { kif, ...rest } = doc;
  const variations = tree.variations.map(({ base, nodes, end, comments }) => ({
    ...base.variation ? { of: base.variation - 1 } : {}, from_ply: base.ply, positions: nodes.map(entry), end, comments }));
  return { ...rest, positions: tree.game.map(entry), variations, end: tree.game[tree.game.length - 1].end, isOpened: true };
}

const placeOf = ({ ply, variation }) => ({ ply, variation });

/** The game on the page with all that is to come back. */
function packed(view) {
  const { game, node, tree, flip, app } = view;
  const doc = documentOf(view);
  const clock = game && game.clock ? structuredClone(game.clock) : null;
  if (clock) holdClock(clock, Date.now());
  return {
    id: app.id, time: Date.now(), doc, at: placeOf(node), flip, position: view.position || null,
    names: [0, 1].map(i => playerName(view.doc, i)), moves: tree.game.length - 1, end: doc.end,
    game: game && { side: game.side, level: game.level, seconds: game.seconds, isHuman: game.isHuman, wanted: game.wanted, clock, head: placeOf(game.head), base: placeOf(game.base) },
  };
}

/** All of it that is worth to be kept again when it changes. */
const contentOf = ({ id, time, ...content }) => JSON.stringify(content);

/** What waits to be kept, what was kept last, and whether that has failed; the pages of a browser tell `others` what they keep. */
let keeping = null, lastKept = null, hasFailed = false, others = null;

/** What was brought back is kept already. */
export const noteKept = view => { lastKept = contentOf(packed(view)); };

/** Where another page has gone on with the game on the board, what happens here becomes a game of its own. */
export function listenToOthers(view) {
  others = new BroadcastChannel("komadai-games");
  others.addEventListener("message", ({ data }) => { if (data === view.app.id) view.app.id = newId(); });
}

/** Keeps what is on the page, in a moment. */
export function keepSoon(view) {
  if (!view.app.keeps) return;
  clearTimeout(keeping);
  keeping = setTimeout(() => keepNow(view), 120);
}

/** Keeps it at once. */
export async function keepNow(view) {
  clearTimeout(keeping);
  if (!view.app.keeps) return;
  const game = packed(view), content = contentOf(game);
  if (content === lastKept) return;
  lastKept = content;
  try {
    if (others) others.postMessage(game.id);
    await keepGame(game);
    await keepState("current", game.id);
    hasFailed = false;
  } catch (error) {
    // Without room or leave to keep anything the page works all the same.
    lastKept = null;
    if (hasFailed) return;
    hasFailed = true;
    console.warn("not kept:", error);
    tell(w().notKept);
  }
}

/** A new place among the games, for another document. */
export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** Puts a game that was kept on the board. */
export function bringBack(view, kept) {
  view.game = null;
  view.app.nextId = kept.id;
  view.load(kept.doc);
  view.position = kept.position;
  const find = ({ ply, variation }) => nodeAt(view.tree, ply, variation);
  view.flip = kept.flip;
  if (kept.game) {
    const { head, base, ...setting } = kept.game;
    view.game = { ...setting, head: find(head), base: find(base), waiting: null, isNew: true, declares: false };
    runClock(view);
  }
  view.node = find(kept.at);
  view.redraw();
}

/** The game that was on the board the last time. */
export async function lastGame() {
  const id = await keptState("current");
  return id ? keptGame(id) : null;
}

const isWorthIt = ({ moves, game }) => moves > 0 || game;

function resultOf({ end, doc }) {
  if (!end) return "";
  return end.winner ? t().winsBy(sideName(end.winner, doc.handicap), endText(end)) : endText(end);
}

/** Opens the list of games. `open` gets the one chosen. */
export async function showGames(view, open) {
  await keepNow(view);
  let games = [];
  const load = async () => { games = (await keptGames()).filter(isWorthIt).sort((a, b) => b.time - a.time); };
  try { await load(); } catch (error) { return complain(error); }
  const exportAll = async () => {
    const texts = [];
    for (const { doc } of games) {
      const { base64 } = await view.engine.write(gameOf({ doc, tree: treeOf(doc) }), "kifu");
      texts.push(new TextDecoder().decode(Uint8Array.from(atob(base64), c => c.charCodeAt(0))));
    }
    download("komadai-games.kifu", texts.join("\n"), "text/plain");
    tell(w().saved("komadai-games.kifu"));
  };
  openDialog(w().myGames, self => games.length ? [
    h("ol", { class: "kept" }, games.map(game => h("li", {},
      h("button", { type: "button", class: "entry", onclick: () => { self.close(); open(game); } },
        h("span", { class: "who" }, game.names.map((name, i) => [i ? " – " : null, mark(i ? "white" : "black"), brief(name)])),
        h("span", { class: "soft" }, [new Date(game.time).toLocaleString(choices.lang, { dateStyle: "medium", timeStyle: "short" }), t().moves(game.moves), resultOf(game),
          game.id === view.app.id ? w().current : null].filter(Boolean).join(" · "))),
      tool("×", async () => {
        if (!await confirmed(w().sureRemove, w().remove)) return;
        await dropGame(game.id);
        // What stays on the board would be kept again.
        if (game.id === view.app.id) {
          view.game = null;
          view.load(emptyDocument(EVEN));
        }
        await load();
        self.redraw();
      }, { "aria-label": `${w().remove}: ${game.names.join(" – ")}` })))),
    h("div", { class: "buttons" }, tool(w().exportAll, () => exportAll().catch(complain))),
  ] : h("p", { class: "soft" }, w().noGames));
}
