/** Fetches the scores of a class and gives them to the teacher as a file. */

import { UNREACHABLE } from "lib/http.js";

/**
 * @param {string} code @param {string} token the teacher's
 * @returns {Promise<{ok: boolean, sentence: string}>}
 */
export async function saveScores(code, token) {
  let text;
  try {
    const answer = await fetch(`/api/classes/${code}/scores.csv`, { headers: { Authorization: `Bearer ${token}` } });
    if (!answer.ok) return { ok: false, sentence: (await answer.json()).error?.sentence ?? UNREACHABLE.sentence };
    text = await answer.blob();
  } catch {
    return { ok: false, sentence: UNREACHABLE.sentence };
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  link.download = `class-${code}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return { ok: true, sentence: `The scores are saved as class-${code}.csv.` };
}
