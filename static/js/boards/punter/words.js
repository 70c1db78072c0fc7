/** The board's sentences: what a site, a river or a move is, for the line below the map and for those who listen. */

import { _ } from "lib/messages.js";

/** @typedef {import("./map.js").GameMap} GameMap */

/** Switches that the page offers, in the order shown. */
export const settings = [
  { name: "targets", title: _("Brighten rivers that can be taken"), default: true },
  { name: "numbers", title: _("Show the numbers of sites"), default: true },
  { name: "bets", title: _("Show bets"), default: true },
];

/** So many mines at most are named in one sentence. */
const MOST_MINES = 4;

/** What a seat is called on the board. @param {number} seat */
export const punterName = (seat) => _("Punter {seat}", { seat });

/** @param {number} number @param {string} one @param {string} [many] */
const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

/** "a", "a and b", "a, b and c". @param {string[]} words */
export const listed = (words) =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

/**
 * A site: its number, whether it is a mine, how far it is from the mines, how many of its rivers are free.
 * @param {GameMap} map @param {number} site @param {{owners: ArrayLike<number>}} held
 */
export function siteWords(map, site, { owners }) {
  const mine = map.isMine.has(site);
  const far = map.mines
    .filter((each) => each !== site)
    .map((each) => ({ each, steps: map.distances(each)[site] }))
    .filter(({ steps }) => steps >= 0)
    .sort((one, other) => one.steps - other.steps);
  const name = `${mine ? "Mine" : "Site"} ${map.ids[site]}`;
  const near = far.slice(0, MOST_MINES).map(({ each, steps }) => `${steps} from mine ${map.ids[each]}`);
  const more = far.length > MOST_MINES ? [`${count(far.length - MOST_MINES, "mine")} further away`] : [];
  const rivers = map.at[site];
  const free = rivers.filter((river) => owners[river] < 0).length;
  const ways = rivers.length ? `${count(rivers.length, "river")}, ${free} free` : "no rivers";
  if (!far.length) return `${name}: ${ways}; ${mine ? "no other mine" : "no mine"} can be reached.`;
  return `${name}: ${listed([...near, ...more])}; ${ways}.`;
}

/**
 * A river: its name and whose it is.
 * @param {GameMap} map @param {number} river @param {import("./view.js").Held} held @param {number[]} [yours]
 */
export function riverWords(map, river, { owners, second }, yours = []) {
  const who = (/** @type {number} */ seat) => (yours.length === 1 && yours[0] === seat ? "you" : punterName(seat).toLowerCase());
  const name = _("River {river}", { river: map.name(river) });
  if (owners[river] < 0) return `${name}, free`;
  const user = second.get(river);
  return `${name}, taken by ${who(owners[river])}${user === undefined ? "" : `, used by ${who(user)} as well`}`;
}

/** What a typed or played move does, to be said after its name. @param {string} text */
export function moveWords(text) {
  const route = /^splurge\s+(\S+)/i.exec(text);
  if (route) return `a route of ${count(route[1].split("-").length - 1, "river")}`;
  if (/^option/i.test(text)) return "by an option";
  const bets = /^futures\s+(\S+)/i.exec(text);
  if (!bets) return "";
  return bets[1] === "-" ? "no bets" : count(bets[1].split(",").length, "bet");
}
