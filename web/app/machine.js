// The worker with the engine, and another one in its place when it has failed.

/** A worker that says nothing for so many looks, a few seconds apart, is taken for dead. */
const LOOKS = 5, BETWEEN_LOOKS = 4000;
/** So often in a row a worker is replaced that has done nothing yet. */
const MOST_TRIES = 3;

/**
 * Keeps a worker alive. `open` makes one; `start` is a promise of what it is to begin with, as
 * engine_worker.js has it. `hears` gets the lines of the engine, `isNew` is called when another worker has begun,
 * and `tells` when the state changes: `starting`, `ready`, or `failed` with words.
 */
export function makeMachine({ open, start }, { hears, isNew, tells }) {
  let worker = null, isStarted = false, tries = 0, silent = 0, asked = 0;
  /** Questions without an answer, by their numbers. */
  const waiting = new Map();
  let isAwaited = false;

  const send = (message, transfer = []) => { if (worker) worker.postMessage(message, transfer); };
  const ask = (number, { question, content }) => send({ ask: number, question, content });

  function fail(reason) {
    if (worker) worker.terminate();
    worker = null;
    isStarted = false;
    for (const [number, one] of waiting) {
      // A question that it died of twice is not asked again.
      one.deaths += 1;
      if (one.deaths < 2 && tries < MOST_TRIES) continue;
      waiting.delete(number);
      one.reject(new Error(reason));
    }
    if (tries >= MOST_TRIES) return tells("failed", reason);
    begin();
  }

  function hear({ data }) {
    silent = 0;
    if (data.started) {
      isStarted = true;
      tells("ready");
      for (const [number, one] of waiting) ask(number, one);
      isNew();
    } else if (data.line !== undefined) {
      tries = 0;
      hears(data.line);
    } else if (data.answer !== undefined) {
      tries = 0;
      const one = waiting.get(data.answer);
      waiting.delete(data.answer);
      if (!one) return;
      if (data.result && data.result.error) one.reject(new Error(data.result.error));
      else one.resolve(data.result);
    } else if (data.fault) console.warn(data.fault);
    else if (data.failed) {
      console.warn(data.failed);
      fail(isStarted ? "the engine ended" : "its files could not be loaded");
    }
  }

  async function begin() {
    tries += 1;
    silent = 0;
    tells("starting");
    try {
      const own = open();
      worker = own;
      own.addEventListener("message", event => { if (worker === own) hear(event); });
      own.addEventListener("error", event => { if (worker === own) fail("the engine ended"); });
      send({ start: await start });
    } catch (error) {
      // Without its files there is no use in another try.
      tries = MOST_TRIES;
      console.warn(error);
      fail("its files could not be loaded");
    }
  }

  // Nobody tells when a worker has died: it is asked as long as something is awaited.
  setInterval(() => {
    if (!worker || !isStarted || !(isAwaited || waiting.size)) { silent = 0; return; }
    silent += 1;
    if (silent > LOOKS) fail("the engine did not answer");
    else send({ ping: true });
  }, BETWEEN_LOOKS);

  begin();
  return {
    /** Says a line of the protocol; false while there is nobody to hear it. */
    say: line => { if (isStarted) send({ line }); return isStarted; },
    /** A promise of an answer to what is no matter of the protocol. */
    ask: (question, content) => new Promise((resolve, reject) => {
      const one = { question, content, resolve, reject, deaths: 0 };
      if (!worker && tries >= MOST_TRIES) return reject(new Error("the engine does not run"));
      waiting.set(++asked, one);
      if (isStarted) ask(asked, one);
    }),
    /** Whether a search is under way, so that silence is a bad sign. */
    expect: is => { isAwaited = is; silent = 0; },
    /** Begins anew after a failure. */
    restart: () => { tries = 0; fail("the engine begins anew"); },
    /** For tests: the worker ends without a word, as the system may end it. */
    kill: () => { if (worker) worker.terminate(); },
  };
}
