// The engine thinks about the position shown, for as long as it is wanted.

import { choices } from "../page/choices.js";
import { pathTo } from "./engine.js";

/** Starts, stops or turns to another position: what runs must always be what `view` wants. */
export function followThinking(view) {
  const { node, app: { thinking, mode } } = view;
  const wanted = thinking.isOn && !view.game && !mode ? node : null;
  const { lines, limit } = choices;
  if (thinking.node === wanted && thinking.lines === lines && thinking.limit === limit) return;
  clearTimeout(thinking.timer);
  if (thinking.stop) thinking.stop();
  Object.assign(thinking, { node: wanted, stop: null, lines, limit });
  if (!wanted) return;
  // What was found stays when the time is up.
  if (limit !== "0") thinking.timer = setTimeout(() => thinking.stop(), 1000 * Number(limit));
  thinking.stop = view.engine.analyse(pathTo(wanted), { lines }, found => {
    // What comes late is about a position left long ago.
    if (thinking.node !== wanted) return;
    Object.assign(wanted, found);
    view.drawFound();
  });
}
