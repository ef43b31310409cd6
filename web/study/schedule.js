// When a problem returns: boxes, each with a number of days.

/** Days until a problem of a box returns. */
export const BOX_DAYS = [1, 2, 4, 9, 21, 60];
/** Problems of a day. */
export const A_DAY = 10;
/** A problem that was not solved comes again behind so many others. */
export const AGAIN_AFTER = 3;

/** The number of the day, by the clock of the reader. */
export const dayOf = date => Math.floor((date.getTime() - date.getTimezoneOffset() * 60000) / 86400000);

/** The ids of a day: those that are due, the longest waiting first, then new ones in their order. */
export function dueToday(ids, records, today) {
  const known = ids.filter(id => records[id] && records[id].due <= today).sort((a, b) => records[a].due - records[b].due);
  const fresh = ids.filter(id => !records[id]).slice(0, Math.max(0, A_DAY - known.length));
  return { known: known.slice(0, A_DAY), fresh };
}

/**
 * The record of a problem after a try. A hint keeps the box, a mistake goes back to the first.
 */
export function afterTry(record, { isRight, hasHint }, today) {
  const before = record || { box: -1, right: 0, wrong: 0 };
  const last = BOX_DAYS.length - 1;
  const box = !isRight ? 0 : hasHint ? Math.max(before.box, 0) : Math.min(before.box + 1, last);
  return {
    box, due: today + BOX_DAYS[box], last: today,
    right: before.right + (isRight ? 1 : 0), wrong: before.wrong + (isRight ? 0 : 1),
  };
}

/** The problems still to come, with one that was not solved put in again. */
export function again(queue, id) {
  const rest = queue.filter(other => other !== id);
  rest.splice(AGAIN_AFTER, 0, id);
  return rest;
}
