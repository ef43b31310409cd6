// The clock of a game: main time, byoyomi and increment. Plain values, so that it can be kept; times in milliseconds.

/** A clock that stands. `setting` is `{main, byoyomi, increment}`. */
export const makeClock = setting => ({ ...setting, left: { black: setting.main, white: setting.main }, side: null, since: 0 });

/** Lets a side's time run. */
export function startClock(clock, side, now) {
  clock.side = side;
  clock.since = now;
}

/** What is left to a side: `{ms, isByoyomi}`; at 0 its time is up. */
export function timeLeft(clock, side, now) {
  const used = clock.side === side ? now - clock.since : 0;
  const main = clock.left[side] - used;
  if (main > 0 || !clock.byoyomi) return { ms: Math.max(0, main), isByoyomi: false };
  return { ms: Math.max(0, Math.min(clock.byoyomi, clock.byoyomi + main)), isByoyomi: true };
}

/** Ends the move of the side whose time runs, and stops; returns the time it took. */
export function pressClock(clock, now) {
  if (!clock.side) return 0;
  const used = now - clock.since;
  clock.left[clock.side] = Math.max(0, clock.left[clock.side] - used) + clock.increment;
  clock.side = null;
  return used;
}

/** Stops without ending the move, as when the page is closed: main time used so far is gone. */
export function holdClock(clock, now) {
  if (!clock.side) return;
  clock.left[clock.side] = Math.max(0, clock.left[clock.side] - (now - clock.since));
  clock.since = now;
}

/** The clocks as the protocol has them. A share is kept back for the way between page and engine. */
export function clockWords(clock, now) {
  const left = side => Math.max(0, Math.round(clock.left[side] - (clock.side === side ? now - clock.since : 0)) - 150);
  const words = [`btime ${left("black")} wtime ${left("white")}`];
  if (clock.increment) words.push(`binc ${clock.increment} winc ${clock.increment}`);
  else words.push(`byoyomi ${Math.max(0, clock.byoyomi - 300)}`);
  return words.join(" ");
}

/** `9:58`, and below ten seconds `7.4`. */
export function clockFace(ms) {
  if (ms < 10_000) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}
