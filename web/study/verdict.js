// Verdicts on a move: right, also good, nearly, or worse.

/** Losses of the chance to win up to which a move is also good, or nearly right. */
const ALSO = 0.07, NEARLY = 0.10;

/** The rows of the table of moves: `[usi, japanese, western, chance, replies, sure]`. */
export const rowOf = (problem, usi) => problem.table.find(row => row[0] === usi);

/** Whether the long searches know a move. */
export const isSure = (problem, usi) => rowOf(problem, usi)[5] === 1;

export const answersOf = problem => problem.answers.map(line => line.usi.split(" ")[0]);

/** The verdict on a move of a problem; `chance` is what it leaves, if it was searched anew. */
export function verdictOn(problem, usi, chance = null) {
  if (answersOf(problem).includes(usi)) return "right";
  const row = rowOf(problem, usi);
  if (!row || problem.kind === "declare") return "worse";
  const best = Math.max(...answersOf(problem).map(answer => (rowOf(problem, answer) || [])[3] || 0));
  const loss = best - (chance === null ? row[3] : chance);
  if (problem.kind === "mate") return loss <= NEARLY ? "still-mate" : "worse";
  return loss <= ALSO ? "also" : loss <= NEARLY ? "nearly" : "worse";
}

/** Whether a mate goes on behind its first move, with the checks of each later move: `[usi, 1 | 0 | 2]`. */
export const hasSteps = (problem, usi) => Boolean(problem.steps && problem.steps.length && answersOf(problem)[0] === usi);

/** 1 if a check mates in the position behind so many moves of the line, 0 if it does not, 2 if that is open. */
export const mateState = (problem, done, usi) => (problem.steps[done / 2 - 1].find(([check]) => check === usi) || [usi, 2])[1];
