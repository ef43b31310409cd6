// The choice between promoting and not, beside the square.

import { middleOf } from "../page/board.js";
import { $, h, s } from "../page/element.js";
import { drawPiece, pieceShades } from "../page/pieces.js";
import { isNarrow } from "../page/sizing.js";
import { w } from "./phrases.js";

let open = null;

/** Takes the choice away, as when another position is shown. */
export function closePromotion() {
  if (open) open.close();
}

/** A promise of the move chosen, or nothing. `moves` are the two ways to a square. */
export function askPromotion(view, moves, kind, square) {
  closePromotion();
  return new Promise(resolve => {
    let chosen = null;
    const near = (view.node.sfen.split(" ")[1] === "b") !== view.flip;
    const button = promoted => h("button", { type: "button", class: "choice", title: promoted ? w().promote : w().keep,
      onclick: () => { chosen = moves.find(({ usi }) => usi.endsWith("+") === promoted); node.close(); } },
    s("svg", { viewBox: "-24 -26 48 52", "aria-hidden": "true" }, s("defs", {}, pieceShades()), drawPiece({ kind, promoted, side: near ? "black" : "white" }, 0, 0, { near: true })),
    h("span", { class: "off-screen" }, promoted ? w().promote : w().keep));
    const node = h("dialog", { id: "ask", "aria-label": `${w().promote} / ${w().keep}` }, button(true), button(false));
    node.addEventListener("click", event => { if (event.target === node) node.close(); });
    node.addEventListener("keydown", event => {
      const [first, second] = node.querySelectorAll("button");
      if (event.key.startsWith("Arrow")) (document.activeElement === first ? second : first).focus();
    });
    node.addEventListener("close", () => {
      node.remove();
      open = null;
      resolve(chosen);
    });
    open = node;
    document.body.append(node);
    node.showModal();
    place(node, square, view);
  });
}

/** Beside the square, within the window. */
function place(node, square, view) {
  const [x, y] = middleOf(square, { flip: view.flip, narrow: isNarrow() });
  const at = new DOMPoint(x, y).matrixTransform($("board").getScreenCTM());
  const box = node.getBoundingClientRect();
  const bound = (value, most) => Math.max(6, Math.min(value, most - 6));
  node.style.left = `${bound(at.x - box.width / 2, innerWidth - box.width)}px`;
  const above = at.y - box.height - 26;
  node.style.top = `${bound(above > 6 ? above : at.y + 30, innerHeight - box.height)}px`;
}
