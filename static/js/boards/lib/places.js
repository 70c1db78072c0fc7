/**
 * The places of a board on which others draw: its cells and nodes, which every board names for those who cannot see it. A board whose
 * places are no elements has an element inside with the functions of `Boards.OwnPlaces`.
 */

const CELLS = "[role=gridcell], [role=treeitem]";

/** @param {HTMLElement} host @returns {Boards.OwnPlaces | null} */
const own = (host) => /** @type {any} */ ([...host.querySelectorAll("[role=application]")].find((each) => "pointOf" in each)) ?? null;

const cells = (/** @type {HTMLElement} */ host) => [...host.querySelectorAll(CELLS)];

/** @param {HTMLElement} host @param {Element | null | undefined} element @returns {string | null} */
function placeOf(host, element) {
  const cell = element?.closest(CELLS);
  if (!cell || !host.contains(cell)) return null;
  const { node } = /** @type {SVGElement} */ (cell).dataset;
  return node === undefined ? String(cells(host).indexOf(cell)) : `n${node}`;
}

/** @param {HTMLElement} host @param {string} place */
const cellOf = (host, place) => (place.startsWith("n") ? host.querySelector(`[role=treeitem][data-node="${place.slice(1)}"]`) : (cells(host)[Number(place)] ?? null));

/** The place at a point of the window, null if there is none. @param {HTMLElement} host @param {number} left @param {number} top */
export function placeAt(host, left, top) {
  const board = own(host);
  if (board) return host.querySelector("[role=application]")?.contains(document.elementFromPoint(left, top)) ? board.placeAt(left, top) : null;
  return placeOf(host, document.elementsFromPoint(left, top).find((each) => host.contains(each) && each.closest(CELLS)));
}

/** The place of the keyboard's focus. @param {HTMLElement} host */
export const placeHere = (host) => own(host)?.placeHere() ?? placeOf(host, document.activeElement);

/** Its middle in the drawing's units, and how far it reaches; null while it is not shown. @param {HTMLElement} host @param {SVGSVGElement} drawing @param {string} place @returns {Boards.Spot | null} */
export function pointOf(host, drawing, place) {
  const board = own(host);
  if (board) return place.startsWith("s") ? board.pointOf(place) : null;
  const cell = cellOf(host, place);
  const matrix = drawing.getScreenCTM()?.inverse();
  if (!cell || !matrix) return null;
  const box = (cell.querySelector("rect") ?? cell).getBoundingClientRect();
  const { x, y } = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(matrix);
  return { x, y, reach: (Math.min(box.width, box.height) / 2) * matrix.a };
}

/** What people call it. @param {HTMLElement} host @param {string} place */
export function nameOf(host, place) {
  const label = own(host) ? "" : cellOf(host, place)?.getAttribute("aria-label");
  return own(host)?.nameOf(place) ?? (label ? label.split(",")[0] : place);
}
