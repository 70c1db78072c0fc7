/**
 * A bot's reply is shown after the own move has been seen: what the line brings is held back for a moment, in its order. The
 * server waits for nobody, so this takes time from one's own clock alone, and never more than a hundredth of it.
 */

import { secondsLeft } from "./clocks.js";
import { isBot, isYours } from "./words.js";

/** Seconds for which the own move stands alone. */
export const LOOK = 0.6;
/** The part of one's own time left that a look may take. */
const SHARE = 0.01;
/** With more than so many things held back the page is behind, and shows all of them. */
const MOST = 4;

/**
 * For how many seconds a message is held back: a bot's reply to one's own move until that has stood for a while.
 * @param {Play.State} state before it @param {Protocol.GameEvent} event @param {number} now the server's time
 * @param {number} seen when the own move was drawn, by the same clock
 */
export function holdsFor({ game, ui }, event, now, seen) {
  const { move } = event;
  const before = game.moves.at(-1);
  if (event.kind !== "move" || !move || !before || ui.switches.reply === false) return 0;
  if (!isBot(game, move.seat) || !isYours(game, before.seat) || move.ply !== before.ply + 1) return 0;
  const left = secondsLeft(event.state?.clock ?? game.clock, before.seat, now);
  const look = Math.min(LOOK, left === null ? LOOK : left * SHARE);
  return Math.max(0, seen + look - now);
}

/** What is held back, in order. @param {(run: () => void, milliseconds: number) => void} [later] */
export function makeHold(later = setTimeout) {
  /** @type {{run: () => void, wait: () => number, asked: boolean}[]} */
  const held = [];
  let busy = false;
  const next = () => {
    if (busy) return;
    busy = true;
    try {
      for (let first = held[0]; first; first = held[0]) {
        const seconds = first.asked || held.length > MOST ? 0 : first.wait();
        first.asked = true;
        if (seconds > 0) {
          const waits = first;
          later(() => held[0] === waits && next(), 1000 * seconds);
          break;
        }
        held.shift();
        first.run();
      }
    } finally {
      busy = false;
    }
  };
  return {
    /** Run it when its time has come, and after all that came before it. @param {() => void} run @param {() => number} [wait] seconds, asked when it is first in line */
    add(run, wait = () => 0) {
      held.push({ run, wait, asked: false });
      if (held.length === 1 || held.length > MOST) next();
    },
    /** Show all at once. */
    flush() {
      for (const each of held) each.asked = true;
      next();
    },
  };
}

/**
 * Let a line's news pass through here: replies wait for their time, and what comes after one waits behind it.
 * @param {import("lib/connection.js").Connection} connection @param {{state: Play.State, subscribe(hear: (state: Play.State, before: Play.State) => void): void}} store @param {() => number} now the server's time
 */
export function slowly(connection, store, now) {
  const { hear } = connection;
  const plain = { ...hear };
  const hold = makeHold();
  let seen = -Infinity;
  store.subscribe(({ pending, game }, before) => {
    const drawn = before.pending?.ply === game.ply - 1; // as soon as it was made here
    const last = game.moves.at(-1);
    if (pending && !before.pending) seen = now();
    else if (game.ply > before.game.ply && !drawn && last && isYours(game, last.seat)) seen = now();
  });
  hear.event = (/** @type {Protocol.GameEvent} */ event) => hold.add(() => plain.event(event), () => holdsFor(store.state, event, now(), seen));
  for (const name of /** @type {const} */ (["thinking", "hint", "watchers"])) hear[name] = (/** @type {any} */ news) => hold.add(() => plain[name](news));
  hear.snapshot = (/** @type {Protocol.Snapshot} */ snapshot) => {
    hold.flush();
    plain.snapshot(snapshot);
  };
  connection.catchUp = () => hold.flush();
}
