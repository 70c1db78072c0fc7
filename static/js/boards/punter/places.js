/** The sites of the map as places on which others draw, as `boards/lib/places.js` asks for them. */

import { _ } from "lib/messages.js";
import { toScreen } from "./space.js";

/** How far a mark reaches around a site, in pixels. */
const REACH = 16;

/** @param {import("./viewing.js").ViewingBoard} board @returns {Boards.OwnPlaces} */
export function sitePlaces(board) {
  const named = (/** @type {number} */ site) => (site >= 0 ? `s${site}` : null);
  return {
    placeAt(left, top) {
      const box = /** @type {Element} */ (board.root.querySelector(".punter-view")).getBoundingClientRect();
      return named(board.at(left - box.left, top - box.top, true).site);
    },
    placeHere: () => named(board.cursor),
    pointOf(place) {
      const site = Number(place.slice(1));
      if (!(site < board.map.sites)) return null;
      const [x, y] = toScreen(board.space, board.map.x[site], board.map.y[site]);
      return { x, y, reach: REACH };
    },
    nameOf: (place) => _("site {site}", { site: place.slice(1) }),
  };
}
