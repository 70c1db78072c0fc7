/** The board as a picture to keep: an SVG that stands alone, or a PNG drawn from it. */

import { find } from "lib/dom.js";
import { saveFile } from "lib/save.js";

/** What a drawing takes from style sheets, and so must carry with it. */
const STYLES = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
  "paint-order", "visibility", "vector-effect", "stop-color", "stop-opacity",
];
const NOTHING = new Set(["none", "normal", "auto"]);
const PNG_SIDE = 1600;

/**
 * The drawing with all its styles in it.
 * @param {SVGSVGElement} drawing As the page shows it. @param {SVGSVGElement | null} [over] What lies over it in the same units, such as arrows;
 *   what lies under it in the same table, such as a map, comes along.
 * @returns {string}
 */
export function standaloneSvg(drawing, over = null) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const all = (/** @type {Element[]} */ some) => some.flatMap((each) => [each, ...each.querySelectorAll("*")]);
  const table = drawing.closest(".board-table");
  const below = [...(table?.querySelectorAll("svg.drawing") ?? [])].filter((each) => each !== drawing && !drawing.contains(each)).flatMap((each) => [...each.children]);
  const above = [...(over?.children ?? [])];
  copy.prepend(...below.map((each) => each.cloneNode(true)));
  copy.append(...above.map((each) => each.cloneNode(true)));
  const shown = [drawing, ...all(below), ...drawing.querySelectorAll("*"), ...all(above)];
  const copies = [copy, ...copy.querySelectorAll("*")];
  shown.forEach((element, at) => {
    for (const name of ["class", "style", "tabindex", "role"]) copies[at].removeAttribute(name);
    const style = getComputedStyle(element);
    if (style.display === "none") return void copies[at].setAttribute("display", "none");
    // As attributes: the page's policy allows no styles within elements.
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && !NOTHING.has(value)) copies[at].setAttribute(name, value);
    }
    if (style.fill === "none") copies[at].setAttribute("fill", "none");
  });
  const { width, height } = sizeOf(drawing);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/g, "");
}

/** The drawing's size in its own units. @param {SVGSVGElement} drawing */
function sizeOf(drawing) {
  const { width, height } = drawing.viewBox.baseVal;
  return { width: width || drawing.clientWidth, height: height || drawing.clientHeight };
}

/** A PNG of the drawing, its longer side 1600 pixels. @param {SVGSVGElement} drawing @param {SVGSVGElement | null} [over] @returns {Promise<Blob>} */
export async function pngOf(drawing, over = null) {
  const { width, height } = sizeOf(drawing);
  const scale = PNG_SIDE / Math.max(width, height);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standaloneSvg(drawing, over))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((made) => made && resolve(made), "image/png"));
}

/** Save a drawing. @param {SVGSVGElement} drawing @param {"svg" | "png"} form @param {string} name The file's, without its ending. @param {SVGSVGElement | null} [over] */
export async function savePicture(drawing, form, name, over = null) {
  const blob =
    form === "png" ? await pngOf(drawing, over) : new Blob([standaloneSvg(drawing, over)], { type: "image/svg+xml;charset=utf-8" });
  saveFile(blob, `${name}.${form}`);
}

/** Save the board that the page shows, with its arrows. @param {"svg" | "png"} form @param {string} name The file's, without its ending. */
export const saveBoard = (form, name) => savePicture(find("#board svg.board-drawing, #board svg", SVGSVGElement), form, name, document.querySelector("#board .arrows svg"));
