// Sets of problems in files: a page of `komadai study --html`, or the data of one.

/** The data that a trainer draws from, or nothing where the text holds none. */
export function setOf(text) {
  let doc = null;
  try {
    const page = text.trimStart().startsWith("<") && new DOMParser().parseFromString(text, "text/html").getElementById("data");
    doc = JSON.parse(page ? page.textContent : text);
  } catch { return null; }
  const isProblem = problem => problem && typeof problem.sfen === "string" && Array.isArray(problem.table) && Array.isArray(problem.answers);
  const hasRows = ({ rows, by_move: moves, by_game: games }) => [rows, moves, games].every(Array.isArray);
  return doc && Array.isArray(doc.problems) && Array.isArray(doc.games) && doc.summary && hasRows(doc.summary) && doc.problems.every(isProblem)
    ? doc : null;
}
