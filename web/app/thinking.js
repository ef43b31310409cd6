// The engine thinks about the position shown, for as long as it is wanted.

import { pathTo } from "./engine.js";

/** Starts, stops or turns to another position: what runs must always be what `view` wants. */
export function followThinking(view) {
  const { node, app: { thinking, mode } } = view;
  const wanted = thinking.isOn && !view.game && !mode ? node : null;
  if (thinking.node === wanted && thinking.shownLines === thinking.lines) return;
  if (thinking.stop) thinking.stop();
  Object.assign(thinking, { node: wanted, stop: null, shownLines: thinking.lines });
  if (!wanted) return;
  thinking.stop = view.engine.analyse(pathTo(wanted), { lines: thinking.lines }, found => {
    // What comes late is about a position left long ago.
    if (thinking.node !== wanted) return;
    Object.assign(wanted, found);
    view.drawFound();
  });
}
