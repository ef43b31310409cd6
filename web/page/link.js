// The part of the address behind #: the place of the reader, and the appearance of the page.

/**
 * The wishes of a link as texts: `ply`, `variation` (counted from 1), `lang`, `notation`, `theme`, `flip`; on the board
 * `position` too, as GUIs say it to engines.
 * A link of ours is `#ply=36&variation=2`; what else stands in it is kept.
 */
export const asked = () => new URLSearchParams(location.hash.slice(1));

/** A link that holds a line itself: `#position=sfen ... moves ...`; `more` has other wishes, as the ply to show. */
export function linkTo({ sfen, moves }, more = {}) {
  const wishes = asked();
  for (const key of ["ply", "variation"]) wishes.delete(key);
  for (const [key, value] of Object.entries(more)) wishes.set(key, value);
  wishes.set("position", `sfen ${sfen}` + (moves.length ? ` moves ${moves.join(" ")}` : ""));
  return location.href.split("#")[0] + "#" + wishes;
}

let waiting = null;

function write(wishes) {
  const text = wishes.toString();
  const hash = text ? "#" + text : location.pathname + location.search;
  // Browsers refuse too many changes in a short time; the next one comes through.
  try { history.replaceState(null, "", hash); } catch { /* then not */ }
}

/** Puts values into the address without a step in the history; `null` takes one out. */
export function tellLink(values) {
  const wishes = waiting ? waiting.wishes : asked();
  for (const [key, value] of Object.entries(values)) {
    if (value === null) wishes.delete(key);
    else wishes.set(key, value);
  }
  if (waiting) clearTimeout(waiting.timer);
  waiting = { wishes, timer: setTimeout(flushLink, 60) };
}

/** Writes what waits to be written, so that the address is that of the page. */
export function flushLink() {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  const { wishes } = waiting;
  waiting = null;
  write(wishes);
}
