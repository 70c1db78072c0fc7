/** What people read of a level: its word with the measured rating, and the algorithm behind it. */

/** The level in a list to choose from. @param {Protocol.Level} level */
export const levelName = ({ word, rating }) => (rating ? `${word} · ${rating[0]}` : word);

/** The lines below it: the algorithm, the rating with the half width of its interval of 95 %, and what it does. @param {Protocol.Level} level */
export function levelAbout({ algorithm, rating, summary }) {
  return `${algorithm}${rating?.[1] ? ` (${rating.join(" ± ")})` : ""}. ${summary}`;
}
