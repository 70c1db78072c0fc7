/** A store as small as can be: a state, a pure reducer, and listeners that are told of each change. */

/**
 * @template S, A
 * @param {(state: S, action: A) => S} reduce
 * @param {S} state
 */
export function makeStore(reduce, state) {
  /** @type {Set<(state: S, before: S) => void>} */
  const listeners = new Set();
  return {
    get state() {
      return state;
    },
    /** Apply an action; listeners hear of it only if something changed. @param {A} action */
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state !== before) for (const listener of listeners) listener(state, before);
    },
    /** Call `listener(state, before)` after each change; returns the function that ends it. @param {(state: S, before: S) => void} listener */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A task of its own for what follows, so that taps and drawing come before it. @returns {Promise<void>} */
export const nextTask = () => new Promise((done) => setTimeout(done));

/** Run `draw` at most once a frame, however often it is asked for. @param {() => void} draw */
export function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    const run = () => {
      if (!asked) return;
      asked = false;
      draw();
    };
    // A hidden page gets no frames; a timer keeps it true for screen readers and for tests.
    requestAnimationFrame(run);
    setTimeout(run, 120);
  };
}

/**
 * Look after something again and again while the page is seen.
 * @param {() => number | Promise<number>} look gives the pause before the next time in ms, 0 to end
 * @param {number} pause before the first time, in ms
 */
export function keepLooking(look, pause) {
  if (pause) setTimeout(async () => keepLooking(look, document.hidden ? pause : await look()), pause);
}
