/** What the page of a competition says in words: states, verdicts, how long it will take. */

import { count, duration, plural } from "lib/format.js";

export const STATES = {
  open: "open to bots",
  closed: "closed to new bots",
  running: "being played",
  paused: "paused",
  finished: "finished",
};

export const VERDICTS = {
  fair: "played to the end",
  illegal: "illegal move",
  crash: "crashed",
  time: "out of time",
  memory: "out of memory",
  output: "too much output",
  silent: "silent",
  protocol: "protocol error",
};

export const ADMISSIONS = {
  waiting: "waits for its first games",
  validated: "plays",
  refused: "stays out",
  admitted: "admitted by the teacher",
};

export const KINDS = { validation: "First games", ladder: "Ladder", compare: "Comparison", event: "Event", final: "Final" };

/** Points as people write them: 3, 2½. */
export function points(number) {
  const whole = Math.floor(number);
  const rest = number - whole;
  if (rest === 0.5) return `${whole || ""}½`;
  return rest === 0 ? String(whole) : number.toFixed(2);
}

/** "37 of 90 games, about 4 min left". */
export function progressWords({ done, total, seconds_left: left, waits }) {
  const games = `${count(done)} of ${plural(total, "game")}`;
  if (waits) return `${games}, the final waits to be begun`;
  if (done >= total) return `${games} played`;
  return left === null ? games : `${games}, about ${duration(Math.max(1, left))} left`;
}

/** A clock such as "10 s + 1 s". */
export const clockWords = ({ base, increment }) => `${base} s + ${increment} s a turn`;
