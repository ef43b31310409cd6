// An engine for tests of the page: it knows the rules of nothing, only what it was told.
//
// It has the moves of the start position that a test needs, and of a position with a promotion; what it
// finds is made of the number of calls, so that a test sees what came when.

const texts = {
  "7g7f": ["▲７六歩", "P-7f"], "2g2f": ["▲２六歩", "P-2f"], "3c3d": ["△３四歩", "P-3d"], "8c8d": ["△８四歩", "P-8d"],
  "8h2b+": ["▲２二角成", "Bx2b+"], "8h2b": ["▲２二角不成", "Bx2b="], "3a2b": ["△同銀", "Sx2b"], "B*4e": ["▲４五角", "B*4e"],
};
const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
// The positions that the moves lead to, by all moves so far.
const positions = {
  "": [START, ["7g7f", "2g2f"]],
  "7g7f": ["lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", ["3c3d", "8c8d"]],
  "2g2f": ["lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2", ["3c3d", "8c8d"]],
  "7g7f 3c3d": ["lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", ["2g2f", "8h2b+", "8h2b"]],
  "7g7f 3c3d 8h2b+": ["lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4", ["3a2b"]],
  "7g7f 3c3d 8h2b": ["lnsgkgsnl/1r5B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4", ["3a2b"]],
  "7g7f 3c3d 8h2b+ 3a2b": ["lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5", ["B*4e"]],
};

export function fakeEngine() {
  const at = path => positions[path.moves.join(" ")] || [null, []];
  const log = [];
  return {
    log,
    state: "ready",
    reason: null,
    watch() {},
    restart() {},
    levels: [{ id: "easy", japanese: "入門", english: "Easy" }, { id: "full", japanese: "最強", english: "Full strength" }],
    async moves(path) {
      const [, moves] = at(path);
      const list = moves.map(usi => ({ usi, sfen: at({ moves: [...path.moves, usi] })[0] || START, japanese: texts[usi][0], western: texts[usi][1] }));
      return { moves: list, end: null, declares: false };
    },
    analyse(path, { lines }, tell) {
      log.push(`think ${path.moves.join(" ")}`);
      const moves = at(path)[1].slice(0, lines);
      const timer = setTimeout(() => tell({
        score: { cp: 10 * path.moves.length }, win_probability: 0.5, depth: 5, nodes: 1000,
        lines: moves.map((usi, i) => ({ score: { cp: -i }, win_probability: 0.5, usi: [usi], japanese: [texts[usi][0]], western: [texts[usi][1]] })),
      }), 20);
      return () => { clearTimeout(timer); log.push("stop"); };
    },
    async answer(path, { level }) {
      log.push(`answer ${level}`);
      return at(path)[1][0] || "resign";
    },
    async read(content) {
      const text = typeof content === "string" ? content : new TextDecoder().decode(content);
      if (!text.includes("sfen")) throw new Error("this looks like no record format that is known");
      const document = { positions: [{ ply: 0, sfen: text.replace(/.*sfen /s, "").trim(), move: null }],
        players: [{ name: "A", moves: 0, accuracy: null }, { name: "B", moves: 0, accuracy: null }], headers: [], problems: [] };
      return { titles: ["1"], document, kif: "" };
    },
    write: async () => ({ base64: btoa("KIF"), losses: [] }),
    handicaps: async () => [{ name: "two", japanese: "二枚落ち", sfen: "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" }],
  };
}
