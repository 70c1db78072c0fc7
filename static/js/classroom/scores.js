/** Fetches the scores of a class and gives them to the teacher as a file. */

import { _ } from "lib/messages.js";
import { saveFrom } from "lib/save.js";

/**
 * @param {string} code @param {string} token the teacher's
 * @returns {Promise<{ok: boolean, sentence: string}>}
 */
export async function saveScores(code, token) {
  const problem = await saveFrom(`/api/classes/${code}/scores.csv`, { Authorization: `Bearer ${token}` }, `class-${code}.csv`);
  return { ok: !problem, sentence: problem || _("The scores are saved as class-{code}.csv.", { code }) };
}
