/**
 * The secret keys of competitions that this browser holds: the teacher's, and those of one's own bots. A key comes in an
 * address's fragment (`#key=…`), which no server sees, is kept in local storage, and goes out as `Authorization`.
 *
 * A key that is kept stays until the address's has opened something: anybody can send a link with a wrong one.
 */

import { keep, recallData, takeFragment } from "lib/kept.js";
import { origin } from "lib/served.js";

const TEACHER = "plyground.teacher";
const OWNERS = "plyground.bots.";

/** The teacher's key: the one in the address, else the one kept here; "" without. */
export function teacherKey() {
  const given = takeFragment("key");
  const kept = keptTeacher();
  if (given && !kept) keepTeacher(given);
  return given || kept;
}

/** The teacher's key that is kept here; "" without. */
export const keptTeacher = () => recallData(TEACHER) ?? "";

/** Keep the teacher's key; null forgets it. @param {string | null} key */
export const keepTeacher = (key) => keep(TEACHER, key && JSON.stringify(key));

/** The keys of one's own bots in a competition, by bot, in the order in which they came. @param {string} competition @returns {Record<string, string>} */
export const ownBots = (competition) => recallData(OWNERS + competition) ?? {};

/** Keep the key of a bot. @param {string} competition @param {string} bot @param {string} key */
export const keepOwner = (competition, bot, key) => keep(OWNERS + competition, { ...ownBots(competition), [bot]: key });

/** The key of a bot: the one in the address, else the one kept here; "" without. @param {string} competition @param {string} bot */
export function ownerKey(competition, bot) {
  const given = takeFragment("key");
  const kept = ownBots(competition)[bot] ?? "";
  if (given && !kept) keepOwner(competition, bot, given);
  return given || kept;
}

/**
 * Have the keys of one's own bots open them in this season too, if they were kept in the one before.
 * @param {Pick<Compete.Shown, "id" | "season" | "bots">} shown
 */
export function keepGoingOn({ id, season, bots }) {
  const [before, now] = [ownBots(season?.before?.id ?? ""), ownBots(id)];
  for (const bot of bots) if (bot.before && before[bot.before] && !now[bot.entry]) keepOwner(id, bot.entry, before[bot.before]);
}

/** The secret link of a bot's owner. @param {string} competition @param {string} bot @param {string} key */
export const ownerLink = (competition, bot, key) => `${origin()}/compete/${competition}/bots/${bot}#key=${encodeURIComponent(key)}`;

/** The headers of a request that shows a key. */
export const authorised = (/** @type {string} */ key) => /** @type {Record<string, string>} */ (key ? { Authorization: `Bearer ${key}` } : {});
