// The pieces, drawn by the project itself: wooden wedges with kanji or letters.

import { choices } from "./choices.js";
import { s } from "./element.js";
import { glyphPath } from "./glyphs.js";

// How large a kind is; a king fills its square but for a rim.
const sizes = { K: 1.07, R: 1.06, B: 1.06, G: 1.03, S: 1.03, N: 1, L: 0.98, P: 0.95 };

/** Sets with two kanji are written with a font: upper and lower. */
const pairs = {
  P: "歩兵", L: "香車", N: "桂馬", S: "銀将", G: "金将", B: "角行", R: "飛車", K: "玉将",
  "+P": "と金", "+L": "成香", "+N": "成桂", "+S": "成銀", "+B": "龍馬", "+R": "龍王",
};

const kanji = {
  P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
};

// A king's wedge with its middle at the origin, for squares of 44 by 47 units, and the edge below
// by which one sees that it is thick.
const WEDGE = "M0-21.5L12-15.6L17.2 18.2Q17.4 20 15.6 20H-15.6Q-17.4 20-17.2 18.2L-12-15.6Z";
const EDGE = "M17.2 18.2Q17.4 20 15.6 20H-15.6Q-17.4 20-17.2 18.2L-17.3 19.6Q-17.3 21.5-15.4 21.5H15.4Q17.3 21.5 17.3 19.6Z";

/** What the drawings of pieces refer to: to stand once in each picture. */
export const pieceShades = () => s("linearGradient", { id: "piece-wood", x1: 0.2, y1: 0, x2: 0.8, y2: 1 },
  s("stop", { offset: 0, "stop-color": "var(--piece-light)" }), s("stop", { offset: 1, "stop-color": "var(--piece)" }));

/** A piece with its middle at a point, upside down for the far side. */
export function drawPiece({ kind, promoted, side }, x, y, { near, scale = 1 }) {
  const letters = (promoted ? "+" : "") + kind;
  const ink = promoted ? "var(--piece-red)" : "var(--piece-ink)";
  const size = scale * sizes[kind];
  let face;
  const set = choices.pieces || (choices.notation === "japanese" ? "one" : "western");
  if (set === "two") {
    const [upper, lower] = kind === "K" && side === "white" ? "王将" : pairs[letters];
    face = s("g", { class: "pair" }, s("text", { y: -0.5, "font-size": 15.5, fill: ink }, upper), s("text", { y: 14.5, "font-size": 15.5, fill: ink }, lower));
  } else if (set === "one") {
    const name = kind === "K" && side === "white" ? "王" : kanji[letters];
    face = s("path", { d: glyphPath(name), fill: ink, transform: "translate(-13 -13) scale(.26 .285)" });
  } else {
    face = s("text", { y: 11, "font-size": promoted ? 19 : 23, "font-weight": 600, fill: ink }, letters);
  }
  const turn = near ? "" : " rotate(180)";
  // The light falls from above on both sides of the board.
  return s("g", { class: "piece", transform: `translate(${x} ${y}) scale(${size})` },
    s("path", { d: WEDGE, fill: "var(--piece-shadow)", transform: `translate(.7 1.8)${turn}` }),
    s("g", { transform: turn.trim() || null },
      s("path", { class: "wedge", d: WEDGE, fill: "url(#piece-wood)", stroke: "var(--piece-edge)", "stroke-width": 0.9, "stroke-linejoin": "round" }),
      near ? s("path", { d: EDGE, fill: "var(--piece-side)" }) : null,
      face));
}
