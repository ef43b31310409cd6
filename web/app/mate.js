// Is there a mate, and what does the other side want? Two questions about the position shown.

import { tell } from "../page/copy.js";
import { sideOf } from "../page/position.js";
import { pathTo } from "./engine.js";
import { complain } from "./moving.js";
import { w } from "./phrases.js";

/** How long a mate is looked for, in ms, and how many nodes a threat is worth. */
const MATE_MS = 10_000, THREAT_NODES = 60_000;

/** Looks for a mate by checks and shows it as the engine's line. */
export async function lookForMate(view) {
  const { node, app } = view;
  app.thinking.isOn = false;
  app.isLooking = true;
  view.draw();
  try {
    const word = await view.engine.mate(pathTo(node), MATE_MS);
    if (!word || word === "timeout") return word && tell(w().mateUnknown);
    if (word === "nomate" || word === "notimplemented") return tell(w().noMate);
    const plies = word.split(" ").length;
    Object.assign(node, await view.engine.found(pathTo(node), [`info depth ${plies} nodes 0 score mate ${plies} pv ${word}`]));
    tell(w().mateFound(plies));
  } catch (error) {
    complain(error);
  } finally {
    app.isLooking = false;
    view.redraw();
  }
}

/** The same position with the other side to move. */
export function turned(sfen) {
  const [board, side, hands] = sfen.split(" ");
  return `${board} ${side === "b" ? "w" : "b"} ${hands} 1`;
}

/** Shows what the other side would do, while it is wanted. */
export async function followThreat(view) {
  const { app, node } = view;
  if (!app.wantsThreat || view.game || app.mode || app.review?.isOn) { app.threat = null; return; }
  if (app.threat && app.threat.node === node) return;
  app.threat = { node, usi: null, side: sideOf(node.sfen) };
  const own = app.threat;
  const sfen = turned(node.sfen);
  try {
    // In check the other side could take the king: no position.
    await view.engine.check(sfen, "en");
  } catch {
    if (app.threat === own) tell(w().noThreat);
    return;
  }
  const said = await view.engine.inspect({ sfen, moves: [] }, `go nodes ${THREAT_NODES}`).done;
  // The analysis begins again behind it.
  app.thinking.node = null;
  if (app.threat !== own) return;
  const found = said && await view.engine.found({ sfen, moves: [] }, said).catch(() => null);
  if (app.threat !== own || !found || !found.lines.length) return;
  own.usi = found.lines[0].usi[0];
  own.line = found.lines[0];
  view.draw();
}
