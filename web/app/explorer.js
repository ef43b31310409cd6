// The opening explorer: the moves of the built-in book and of the reader's own games in the position shown.

import { h } from "../page/element.js";
import { mark, moveText } from "../page/notation.js";
import { t } from "../page/words.js";
import { pathTo } from "./engine.js";
import { complain, legalMoves, makeMove } from "./moving.js";
import { w } from "./phrases.js";
import { keptGames } from "./store.js";

/** Own games are counted up to this ply. */
const MOST_PLIES = 80;

/** A position without its move number. */
const keyOf = sfen => sfen.split(" ").slice(0, 3).join(" ");

/** What documents of games play: a map of positions to maps of moves to `{count, black, white}`, games and wins of each side. */
export function tallied(documents) {
  const tally = new Map();
  for (const { positions, end } of documents) {
    positions.slice(1, MOST_PLIES + 1).forEach(({ move }, i) => {
      const key = keyOf(positions[i].sfen);
      if (!tally.has(key)) tally.set(key, new Map());
      const moves = tally.get(key);
      const known = moves.get(move.usi) || { count: 0, black: 0, white: 0 };
      known.count += 1;
      if (end && end.winner) known[end.winner] += 1;
      moves.set(move.usi, known);
    });
  }
  return tally;
}

/** The rows of the explorer: the moves of the book in their order, then those of own games alone, the most frequent first. */
export function rowsOf(book, own, legal) {
  const named = usi => legal.find(move => move.usi === usi);
  const rows = book.map(known => ({ move: named(known.usi), known, own: own.get(known.usi) }));
  const rest = [...own].filter(([usi]) => !book.some(known => known.usi === usi)).sort(([, a], [, b]) => b.count - a.count);
  return [...rows, ...rest.map(([usi, count]) => ({ move: named(usi), known: null, own: count }))].filter(({ move }) => move);
}

/** Opens or closes the explorer. */
export async function toggleBook(view) {
  const { app } = view;
  app.wantsBook = !app.wantsBook;
  if (app.wantsBook) {
    const games = app.store ? await keptGames().catch(() => []) : [];
    app.tally = tallied(games.map(({ doc }) => doc));
  }
  app.explored = null;
  view.draw();
}

/** Looks up the position shown, while the explorer is open. */
export async function followBook(view) {
  const { app, node } = view;
  if (!app.wantsBook || view.game || app.mode || app.explored && app.explored.node === node) return;
  const own = { node, rows: null };
  app.explored = own;
  try {
    const [book, legal] = await Promise.all([view.engine.book(pathTo(node)), legalMoves(view, node)]);
    own.rows = legal ? rowsOf(book, app.tally.get(keyOf(node.sfen)) || new Map(), legal.moves) : [];
  } catch (error) {
    complain(error);
  }
  if (app.explored === own) app.drawDesk(view);
}

const valueText = ({ value }) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value);

/** The explorer's panel; each move can be made. */
export function bookPanel(view) {
  const { app, node } = view;
  if (!app.wantsBook || view.game || app.mode) return null;
  const rows = app.explored && app.explored.node === node ? app.explored.rows : null;
  const side = node.sfen.split(" ")[1] === "b" ? "black" : "white";
  return h("section", { class: "card book", "aria-label": w().book },
    h("div", { class: "head" }, h("h2", {}, w().book), h("button", { type: "button", class: "quiet", "aria-label": w().close, onclick: () => toggleBook(view) }, "×")),
    rows && rows.length ? rows.map(({ move, known, own }) => h("button", { type: "button", class: "line", onclick: () => { if (view.node === node) makeMove(view, move); } },
      h("span", { class: "score" }, known ? valueText(known) : ""),
      h("span", {}, h("b", {}, moveText({ ...move, side })),
        h("span", { class: "soft" }, [known ? `${t().depth} ${known.depth}` : null, own ? w().ownGames(own.count, `${mark("black")}${own.black} ${mark("white")}${own.white}`) : null]
          .filter(Boolean).map(text => ` · ${text}`).join("")))))
      : h("p", { class: "soft" }, rows ? w().noBook : w().lookingUp));
}
