/** The board's sentences: what a site, a river or a move is, for the line below the map and for those who listen. */

import { _, ngettext } from "lib/messages.js";

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

/** "a", "a and b", "a, b and c". @param {string[]} words */
export const listed = (words) =>
  words.length < 2 ? (words[0] ?? "") : _("{words} and {word}", { words: words.slice(0, -1).join(", "), word: words[words.length - 1] });

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
  const name = `${mine ? _("Mine") : _("Site")} ${map.ids[site]}`;
  const near = far.slice(0, MOST_MINES).map(({ each, steps }) => _("{steps} from mine {id}", { steps, id: map.ids[each] }));
  const more = far.length > MOST_MINES ? [_("{count} further away", { count: ngettext("{count} mine", "{count} mines", far.length - MOST_MINES) })] : [];
  const rivers = map.at[site];
  const free = rivers.filter((river) => owners[river] < 0).length;
  const ways = rivers.length ? _("{count}, {free} free", { count: ngettext("{count} river", "{count} rivers", rivers.length), free }) : _("no rivers");
  if (!far.length) return (mine ? _("{name}: {ways}; no other mine can be reached.", { name, ways }) : _("{name}: {ways}; no mine can be reached.", { name, ways }));
  return `${name}: ${listed([...near, ...more])}; ${ways}.`;
}

/**
 * A river: its name and whose it is.
 * @param {GameMap} map @param {number} river @param {import("./view.js").Held} held @param {number[]} [yours]
 */
export function riverWords(map, river, { owners, second }, yours = []) {
  const who = (/** @type {number} */ seat) => (yours.length === 1 && yours[0] === seat ? _("you") : punterName(seat));
  const name = _("River {river}", { river: map.name(river) });
  if (owners[river] < 0) return _("{name}, free", { name });
  const user = second.get(river);
  return (user === undefined ? _("{name}, taken by {who}", { name, who: who(owners[river]) }) : _("{name}, taken by {who}, used by {who2} as well", { name, who: who(owners[river]), who2: who(user) }));
}

/** What a typed or played move does, to be said after its name. @param {string} text */
export function moveWords(text) {
  const route = /^splurge\s+(\S+)/i.exec(text);
  if (route) return ngettext("a route of {count} river", "a route of {count} rivers", route[1].split("-").length - 1);
  if (/^option/i.test(text)) return _("by an option");
  const bets = /^futures\s+(\S+)/i.exec(text);
  if (!bets) return "";
  return bets[1] === "-" ? _("no bets") : ngettext("{count} bet", "{count} bets", bets[1].split(",").length);
}
