/** What the address of an embedded game or stage may switch: the theme, where it begins, whether and how fast it plays, how large its type is. */

const THEMES = ["light", "dark", "contrast", "colourblind"];
const SLOWEST = 30;
const FASTEST = 0.1;
const USUAL = 1;

/**
 * A number from the address within bounds, or the usual one.
 * @param {string | null} text @param {number} low @param {number} high @param {number} usual
 */
function number(text, low, high, usual) {
  const value = Number.parseFloat(text ?? "");
  return Number.isFinite(value) ? Math.min(Math.max(value, low), high) : usual;
}

/**
 * Read the switches; what is missing or makes no sense takes its usual value.
 * @param {string} search The address's query.
 * @returns {{theme: string | null, start: number | null, speed: number, autoplay: boolean, flip: boolean, large: boolean}}
 *   `start` is a ply or null for the live position, `speed` seconds a move or a step.
 */
export function readSwitches(search) {
  const given = new URLSearchParams(search);
  const theme = given.get("theme");
  const yes = (/** @type {string} */ name) => ["1", "true", "yes"].includes(given.get(name) ?? "");
  const start = number(given.get("start"), 0, 1e6, Number.NaN);
  return {
    theme: theme && THEMES.includes(theme) ? theme : null,
    start: Number.isNaN(start) ? null : Math.floor(start),
    speed: number(given.get("speed"), FASTEST, SLOWEST, USUAL),
    autoplay: yes("autoplay"),
    flip: yes("flip"),
    large: yes("large"),
  };
}
