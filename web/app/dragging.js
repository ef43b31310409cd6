// Pieces that follow the mouse or a finger, and presses of squares.

import { $, s } from "../page/element.js";
import { drawPiece, pieceShades } from "../page/pieces.js";
import { parseSfen } from "../page/position.js";
import { wipe } from "./drawing.js";
import { isOwn, isSame, pick, placed, press, putDown } from "./moving.js";

/** So far a press may slip before it is a pull, in pixels. */
const SLIP = 7;

/** The piece in the hand, drawn over the page. */
function makeGhost(piece, near, isFinger) {
  const unit = $("board").getScreenCTM().a;
  // Under a finger nothing is seen: the piece is larger, and above it.
  const size = unit * (isFinger ? 1.5 : 1.08);
  const ghost = s("svg", { class: "ghost", viewBox: "-26 -28 52 56", width: 52 * size, height: 56 * size, "aria-hidden": "true" },
    s("defs", {}, pieceShades()), drawPiece(piece, 0, 0, { near }));
  document.body.append(ghost);
  const lift = isFinger ? 30 * unit : 0;
  return {
    move({ clientX, clientY }) { ghost.style.transform = `translate(${clientX - 26 * size}px, ${clientY - 28 * size - lift}px)`; },
    remove() { ghost.remove(); },
  };
}

function pieceAt(view, place) {
  const position = view.app.setup.position || parseSfen(view.node.sfen);
  return typeof place === "number" ? position.board[place] : { kind: place.kind, promoted: false, side: place.side };
}

/** Moves pieces by pulls and presses. `isElsewhere` tells whether something else wants the presses, and takes them. */
export function listenToPieces(view, takesPress) {
  const board = $("board");
  let pull = null;

  const end = () => {
    if (pull && pull.ghost) pull.ghost.remove();
    pull = null;
    view.lifted = null;
  };

  // A finger that takes a piece does not scroll the page.
  board.addEventListener("touchstart", event => {
    if (event.cancelable && event.touches.length === 1 && view.app.takes(view, event.touches[0], event.target)) event.preventDefault();
  }, { passive: false });

  board.addEventListener("pointerdown", event => {
    if (!event.isPrimary || event.button !== 0 || view.app.draws(view)) return;
    const place = placed(view, event);
    if (place === null) return;
    const isFinger = event.pointerType !== "mouse";
    const isFree = takesPress.wants(view);
    const own = !isFree && isOwn(view, place);
    pull = { id: event.pointerId, place, isFinger, own, x: event.clientX, y: event.clientY, wasPicked: !!view.picked && isSame(view.picked.place, place), ghost: null, ready: null, isFree };
    // What is taken is shown at once, but a target stays one.
    const isTarget = view.picked && typeof place === "number" && view.picked.moves.some(({ usi }) => usi.slice(2, 4) === squareName(place));
    if (own && !isTarget) pull.ready = pick(view, place);
    pull.isTarget = isTarget;
    if (!own && !isTarget && !isFree) wipe(view);
  });

  document.addEventListener("pointermove", event => {
    if (!pull || event.pointerId !== pull.id || !(pull.own || pull.isFree) || pull.isTarget) return;
    if (!pull.ghost) {
      const piece = pieceAt(view, pull.place);
      if (!piece || Math.hypot(event.clientX - pull.x, event.clientY - pull.y) < SLIP) return;
      pull.ghost = makeGhost(piece, (piece.side === "black") !== view.flip, pull.isFinger);
      view.lifted = typeof pull.place === "number" ? pull.place : null;
      view.drawStage();
    }
    pull.ghost.move(event);
  });

  document.addEventListener("pointerup", async event => {
    if (!pull || event.pointerId !== pull.id) return;
    const { place, own, ghost, ready, wasPicked, isTarget, isFinger, x, y } = pull;
    const slipped = Math.hypot(event.clientX - x, event.clientY - y) >= SLIP;
    end();
    const over = placed(view, event);
    if (takesPress.wants(view)) {
      takesPress.press(view, slipped ? over : place, slipped ? place : null);
      return;
    }
    if (!own || isTarget) {
      // A finger that slides over the board scrolls or steps.
      if (!slipped || !isFinger) await press(view, slipped && over !== null ? over : place);
      return;
    }
    await ready;
    if (!ghost) {
      if (wasPicked) await pick(view, null);
      return;
    }
    view.app.isDragged = true;
    if (typeof over !== "number" || isSame(over, place) || !await putDown(view, over)) await pick(view, null);
    view.app.isDragged = false;
  });

  document.addEventListener("pointercancel", event => {
    if (!pull || event.pointerId !== pull.id) return;
    end();
    view.drawStage();
  });
}

const squareName = square => `${9 - square % 9}${"abcdefghi"[Math.floor(square / 9)]}`;
