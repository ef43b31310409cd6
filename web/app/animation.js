// A piece that slides to its square.

import { middleOf } from "../page/board.js";
import { $ } from "../page/element.js";
import { squaresOf } from "../page/position.js";
import { isNarrow } from "../page/sizing.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Lets the piece that made the last move come from where it stood. The board has been drawn. */
export function slide(view, usi) {
  const { from, to } = squaresOf(usi);
  if (calm.matches || from === null || document.hidden) return;
  const piece = $("board").querySelector(`g[data-square="${to}"]`);
  if (!piece || !piece.animate) return;
  const shape = { flip: view.flip, narrow: isNarrow() };
  const [x1, y1] = middleOf(from, shape), [x2, y2] = middleOf(to, shape);
  piece.parentNode.append(piece);
  piece.animate([{ transform: `translate(${x1 - x2}px, ${y1 - y2}px)` }, { transform: "none" }], { duration: 160, easing: "ease-out" });
}
