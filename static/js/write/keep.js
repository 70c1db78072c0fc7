/** What this browser keeps of the bots that are written in it: a text for each game, and for each bot handed in. */

const PREFIX = "plyground.write.";

/** Where a text is kept. @param {string} game @param {string} competition @param {string} bot */
const place = (game, competition, bot) => PREFIX + (bot ? `${game}.${competition}.${bot}` : game);

/**
 * The text that is kept for a bot, or for the game where no bot is named; null without.
 * @param {{game: string, competition?: string, bot?: string}} of
 */
export function recall({ game, competition = "", bot = "" }, storage = localStorage) {
  try {
    return storage.getItem(place(game, competition, bot));
  } catch {
    return null;
  }
}

/**
 * Keep a text; false where storage is closed or full.
 * @param {{game: string, competition?: string, bot?: string}} given @param {string} text
 */
export function keep({ game, competition = "", bot = "" }, text, storage = localStorage) {
  try {
    storage.setItem(place(game, competition, bot), text);
    return true;
  } catch {
    return false;
  }
}

/** Forget the text, so that the template comes next time. @param {{game: string, competition?: string, bot?: string}} given */
export function forget({ game, competition = "", bot = "" }, storage = localStorage) {
  try {
    storage.removeItem(place(game, competition, bot));
  } catch {
    // Nothing is kept then.
  }
}
