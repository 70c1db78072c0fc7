/**
 * The secret keys of competitions that this browser holds: the teacher's, and those of one's own bots. A key comes in an
 * address's fragment (`#key=…`), which no server sees, is kept in local storage, and goes out as `Authorization`.
 */

const TEACHER = "plyground.teacher";
const OWNERS = "plyground.bots.";

function stored(/** @type {string} */ name, /** @type {Storage} */ storage) {
  try {
    return JSON.parse(storage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

function store(/** @type {string} */ name, /** @type {unknown} */ value, /** @type {Storage} */ storage) {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows may refuse storage; the key then lasts as long as the page.
  }
}

/** The key in the address, which is then cleaned of it; "" without one. */
function takeKey() {
  const key = new URLSearchParams(location.hash.replace(/^#/, "")).get("key") ?? "";
  if (key) history.replaceState(history.state, "", location.pathname + location.search);
  return key;
}

/**
 * The teacher's key: the one in the address, else the one kept here; "" without. A key that is kept stays until the other
 * has opened something (`keepTeacher`): anybody can send a link with a wrong one.
 */
export function teacherKey(storage = localStorage) {
  const given = takeKey();
  const kept = keptTeacher(storage);
  if (given && !kept) keepTeacher(given, storage);
  return given || kept;
}

/** The teacher's key that is kept here; "" without. */
export const keptTeacher = (storage = localStorage) => stored(TEACHER, storage) ?? "";

/** Keep the teacher's key. @param {string} key */
export const keepTeacher = (key, storage = localStorage) => store(TEACHER, key, storage);

/** Forget the teacher's key, which the server did not take. */
export function forgetTeacher(storage = localStorage) {
  storage.removeItem(TEACHER);
}

/** The keys of one's own bots in a competition, by bot, in the order in which they came. @param {string} competition */
export function ownBots(competition, storage = localStorage) {
  return stored(OWNERS + competition, storage) ?? {};
}

/** Keep the key of a bot. @param {string} competition @param {string} bot @param {string} key */
export function keepOwner(competition, bot, key, storage = localStorage) {
  store(OWNERS + competition, { ...ownBots(competition, storage), [bot]: key }, storage);
}

/**
 * The key of a bot: the one in the address, else the one kept here; "" without. A key that is kept stays until the other
 * has opened the bot (`keepOwner`), since nobody can give it back.
 * @param {string} competition @param {string} bot
 */
export function ownerKey(competition, bot, storage = localStorage) {
  const given = takeKey();
  const kept = ownBots(competition, storage)[bot] ?? "";
  if (given && !kept) keepOwner(competition, bot, given, storage);
  return given || kept;
}

/** The secret link of a bot's owner. @param {string} competition @param {string} bot @param {string} key */
export const ownerLink = (competition, bot, key) => `${location.origin}/compete/${competition}/bots/${bot}#key=${encodeURIComponent(key)}`;

/** The headers of a request that shows a key. */
export const authorised = (/** @type {string} */ key) => /** @type {Record<string, string>} */ (key ? { Authorization: `Bearer ${key}` } : {});
