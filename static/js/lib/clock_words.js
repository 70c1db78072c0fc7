/** What is said of a game's clock. */

import { _, ngettext } from "./messages.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The rule in a few words, "" without a clock. @param {Protocol.Clock} clock */
export function clockWords({ kind, seconds = 0, base = 0, increment = 0, days = 0 }) {
  if (kind === "days") return ngettext("{count} day a move", "{count} days a move", days);
  if (kind === "move") return _("{seconds} s a move", { seconds });
  if (kind !== "game") return "";
  const minutes = Math.round((base / MINUTE) * 10) / 10;
  return increment ? _("{minutes} min, {seconds} s more each turn", { minutes, seconds: increment }) : _("{minutes} min", { minutes });
}

/** A long time that is left, in its two largest units; "" where seconds count. @param {number} seconds */
export function longTime(seconds) {
  if (seconds >= DAY) return _("{days} d {hours} h", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  if (seconds >= 2 * HOUR) return _("{hours} h {minutes} min", { hours: Math.floor(seconds / HOUR), minutes: Math.floor((seconds % HOUR) / MINUTE) });
  return "";
}

/** How long something has lasted, in minutes or more. @param {number} seconds */
export function since(seconds) {
  if (seconds < MINUTE) return _("just now");
  if (seconds < 2 * HOUR) return _("for {minutes} min", { minutes: Math.floor(seconds / MINUTE) });
  return seconds < 2 * DAY ? _("for {hours} h", { hours: Math.floor(seconds / HOUR) }) : _("for {days} days", { days: Math.floor(seconds / DAY) });
}
