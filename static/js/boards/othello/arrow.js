/** Where a move of Othello points: the square it is played on. */

/** @param {any} view @param {string} text @param {boolean} flip */
export function arrow(view, text, flip) {
  const found = /^([a-h])([1-8])$/i.exec(text);
  if (!found) return null;
  const [x, y] = [found[1].toLowerCase().charCodeAt(0) - 97, Number(found[2]) - 1];
  if (x >= view.size || y >= view.size) return null;
  const place = (/** @type {number} */ at) => (flip ? view.size - 1 - at : at) * 100 + 50;
  return { from: null, to: { x: place(x), y: place(y) } };
}
