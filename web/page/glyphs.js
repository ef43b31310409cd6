// The kanji of the pieces, written with a brush of our own: no font is needed to show them.
//
// A glyph is a list of strokes in a square of 100 by 100. A stroke is a letter for how the brush
// moves, and the points it passes:
//   h  across: set down, lightly on, pressed at the end
//   v  down: pressed, then even
//   p  falling to the left, thinning out
//   n  falling to the right, swelling, then lifted off
//   d  a dot: lightly set down, pressed
//   k  a hook or a rising stroke: pressed, then flicked off
//   o  even, for long curves

// How wide the brush is at the beginning, at some places between and at the end.
const brushes = {
  h: [0.95, 0.66, 0.6, 0.6, 0.66, 1.15],
  v: [1.12, 0.86, 0.82, 0.84, 0.9],
  p: [1.12, 0.95, 0.85, 0.6, 0.12],
  n: [0.3, 0.55, 0.85, 1.25, 1.3, 0.15],
  d: [0.25, 0.85, 1.25, 1.05],
  k: [1.0, 0.75, 0.15],
  o: [1.0, 0.85, 0.9, 0.95, 0.9, 0.8],
};

// The width of the brush and the strokes.
const glyphs = {
  "歩": [9, "v51,5 51,38", "h51,22 78,19", "v27,17 27,40", "h7,43 93,38", "v51,44 51,70 49,78", "k49,79 38,72",
    "p32,51 25,61 11,72", "d69,49 79,55 87,65", "p80,60 66,77 42,90 14,97"],
  "香": [9, "p74,5 52,12 22,16", "h8,32 92,28", "v50,12 50,54", "p47,31 34,46 6,61", "n53,31 66,43 81,53 96,58",
    "v27,62 28,97", "h28,64 73,61", "v73,61 73,97", "h29,78 72,77", "h29,93 72,92"],
  "桂": [8.5, "h4,30 43,25", "v25,4 25,97", "p25,30 18,50 3,68", "d28,38 36,46 42,56", "h54,22 90,18", "v72,5 72,44",
    "h47,46 96,41", "h53,67 91,64", "v72,48 72,90", "h44,92 98,88"],
  "銀": [8, "p26,4 18,20 3,36", "n26,6 33,15 40,21 47,26", "h14,35 37,31", "h7,51 43,46", "v25,34 25,84", "d10,60 13,66 15,74",
    "p41,57 38,65 34,71", "k4,91 22,88 44,78", "h57,10 88,7", "v88,7 86,46", "h57,28 86,26", "h57,47 86,44", "v57,8 57,90", "k55,92 66,88 76,77",
    "p95,54 86,64 74,71", "n67,47 73,66 83,82 98,92"],
  "金": [9, "p50,3 36,24 5,46", "n50,5 62,22 78,34 96,42", "h30,41 70,37", "h16,61 84,57", "v50,40 50,90",
    "d29,67 33,73 36,81", "p73,64 68,74 62,80", "h6,94 95,90"],
  "角": [9, "p38,3 30,17 11,34", "h36,14 64,11", "p64,11 57,22 48,29", "p27,31 27,62 22,80 7,97", "h28,33 80,29",
    "v81,29 81,84 79,92", "k80,93 66,85", "h29,50 79,48", "h28,67 79,65", "v53,32 53,66"],
  "飛": [7.5, "h10,12 65,8", "o65,8 66,28 74,44 88,51 96,50", "k96,50 97,36", "p91,11 84,18 74,24", "d75,25 84,29 90,35",
    "p44,18 30,26 7,33", "v28,31 27,58 20,80 5,96", "h4,54 64,49", "v46,24 46,97", "h52,50 65,49", "o65,49 66,68 74,86 88,93 96,92", "k96,92 97,78",
    "p92,55 85,63 75,68", "d76,69 85,73 91,79"],
  "玉": [10, "h15,17 85,13", "h22,50 78,46", "v49,16 49,86", "h6,89 95,85", "d62,59 70,65 76,74"],
  "王": [10, "h15,17 85,13", "h21,51 79,47", "v50,16 50,86", "h6,89 95,85"],
  "と": [11, "o29,8 33,26 42,44", "o79,27 56,39 28,58 22,76 32,90 56,93 80,89"],
  "杏": [9, "h8,24 92,19", "v50,3 50,50", "p47,23 33,42 6,58", "n53,23 66,39 80,49 96,55", "v25,60 27,96", "h26,62 75,59", "v75,59 74,96", "h28,91 73,90"],
  "圭": [9.5, "h20,22 79,18", "v50,4 50,44", "h9,46 91,41", "h18,67 81,64", "v50,48 50,90", "h4,93 96,89"],
  "全": [9.5, "p50,3 37,26 4,48", "n50,5 62,24 79,37 97,45", "h24,48 76,44", "h21,70 78,67", "v50,47 50,91", "h7,94 94,90"],
  "馬": [8.5, "v22,7 21,64", "h23,9 82,6", "h23,27 78,25", "h23,44 78,42", "v50,8 50,60", "h22,62 84,58", "v84,58 82,78 76,93", "k77,94 63,88",
    "d17,71 14,81 6,92", "d33,71 37,79 38,87", "d47,69 53,76 55,83", "d61,66 68,72 72,78"],
  "龍": [6.8, "v25,4 25,14", "h6,17 48,14", "d16,21 20,26 22,32", "p41,20 37,28 33,33", "h3,36 53,33", "v13,43 13,97", "h14,45 43,43",
    "v44,43 43,90", "k43,93 33,88", "h14,59 43,58", "h14,74 43,73", "v60,4 60,32", "h61,16 93,13", "h61,32 88,30", "v88,30 88,44",
    "h60,46 90,43", "o60,46 59,78 62,91 80,93 96,91", "k96,91 97,78", "h62,59 88,57", "h62,70 88,68", "h62,81 87,79"],
};

/** A point of the curve through all points, `u` from 0 to 1 (Catmull-Rom). */
function along(points, u) {
  const last = points.length - 1;
  const i = Math.min(Math.floor(u * last), last - 1);
  const f = u * last - i;
  const at = j => points[Math.max(0, Math.min(last, j))];
  const blend = k => {
    const [a, b, c, d] = [at(i - 1)[k], at(i)[k], at(i + 1)[k], at(i + 2)[k]];
    return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
  };
  return [blend(0), blend(1)];
}

function widthAt(brush, u) {
  const at = u * (brush.length - 1);
  const i = Math.min(Math.floor(at), brush.length - 2);
  return brush[i] + (brush[i + 1] - brush[i]) * (at - i);
}

/** The outline of a stroke as an SVG path. */
function strokePath(text, width) {
  const brush = brushes[text[0]];
  const points = text.slice(1).split(" ").map(pair => pair.split(",").map(Number));
  const count = points.length > 2 ? 14 : 7;
  const left = [], right = [];
  for (let i = 0; i <= count; i++) {
    const u = i / count;
    const [x, y] = along(points, u);
    const [x1, y1] = along(points, Math.max(0, u - 0.02));
    const [x2, y2] = along(points, Math.min(1, u + 0.02));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const half = width * widthAt(brush, u) / 2;
    const nx = -(y2 - y1) / length * half, ny = (x2 - x1) / length * half;
    left.push(`${(x + nx).toFixed(1)} ${(y + ny).toFixed(1)}`);
    right.unshift(`${(x - nx).toFixed(1)} ${(y - ny).toFixed(1)}`);
  }
  // The ends are round: a brush has no corners.
  const radius = u => (width * widthAt(brush, u) / 2).toFixed(1);
  return `M${left.join("L")}A${radius(1)} ${radius(1)} 0 0 0 ${right[0]}L${right.slice(1).join("L")}A${radius(0)} ${radius(0)} 0 0 0 ${left[0]}Z`;
}

const drawn = new Map();

/** The kanji of a piece as an SVG path in a square of 100 by 100. */
export function glyphPath(kanji) {
  if (!drawn.has(kanji)) {
    const [width, ...strokes] = glyphs[kanji];
    drawn.set(kanji, strokes.map(stroke => strokePath(stroke, width)).join(""));
  }
  return drawn.get(kanji);
}
