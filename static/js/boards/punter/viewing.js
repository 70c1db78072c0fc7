/**
 * Where one is on the map: it is fetched, fitted into the board, panned and zoomed; the pointer is over something, and the
 * keyboard's cursor stands on a site and walks to the next one. What is done there is `acting.js`'s part.
 */

import { _ } from "lib/messages.js";
import { LiveBoard } from "../lib/live.js";
import { Gestures } from "lib/pan_zoom.js";
import { fetchMap, mapHere } from "./map.js";
import { isWhole, panned, showing, toMap, whole, zoomed } from "./space.js";
import { afterMove, nameOf, read } from "./view.js";
import { settings, siteWords } from "./words.js";

/** @typedef {import("./map.js").GameMap} GameMap */
/** @typedef {import("./space.js").Space} Space */

/** Pixels around a pointer within which a river, and a site, is meant. */
const RIVER_REACH = 14;
const SITE_REACH = 11;
/** A finger is less exact. */
const FINGER = 1.8;

export class ViewingBoard extends LiveBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, "punter", to, settings);
    /** whether the map is here; before that nothing can be done, and there are no map, space and held */
    this.ready = false;
    /** @type {GameMap} */
    this.map = /** @type {any} */ (null);
    /** @type {Space} */
    this.space = /** @type {any} */ (null);
    /** @type {import("./view.js").Held} */
    this.held = /** @type {any} */ (null);
    /** why the map cannot be shown, in a sentence */
    this.trouble = "";
    this.forget();
  }

  /** Begin anew, as with another map. */
  forget() {
    /** the site of the keyboard's cursor; -1 is none @type {number} */
    this.cursor = -1;
    /** the river chosen there @type {number} */
    this.chosen = -1;
    /** what the pointer is over @type {number} */
    this.overSite = -1;
    /** @type {number} */
    this.overRiver = -1;
    /** @type {[number, number] | null} where the pointer is, in pixels */
    this.pointer = null;
    /** @type {boolean} */
    this.dragging = false;
    /** what a listener hears of the cursor @type {string} */
    this.told = "";
  }

  /** A long position comes without its text; then what is on the map tells it from others. @param {Boards.State} state */
  update(state) {
    super.update({ ...state, view: { ...state.view, text: nameOf(state.view) } });
  }

  /* The map. */

  /** @param {any} view */
  begin(view) {
    this.forget();
    this.trouble = "";
    this.ready = false;
    const map = mapHere(view.map);
    if (map) return this.lay(map);
    fetchMap(view.map).then(
      (map) => {
        if (this.state.view.map !== view.map || !this.root.isConnected) return;
        this.lay(map);
        this.changed(false);
        this.paint();
      },
      (error) => {
        this.trouble = error.message;
        this.paint();
      },
    );
  }

  /** The map is here; it is fitted into the board as soon as that has a size. @param {GameMap} map */
  lay(map) {
    this.ready = true;
    this.map = map;
    this.space = whole(map, 0, 0, this.state.flip);
  }

  get moves() {
    return this.ready ? super.moves : [];
  }

  /** @param {boolean} same */
  changed(same) {
    if (this.ready) this.held = read(this.shown, this.map);
  }

  /** @param {any} view @param {Protocol.Effect} move */
  after(view, move) {
    return this.ready ? afterMove(view, this.map, move.text) : view;
  }

  /** Listen to the pointers on the map, once it stands. @param {HTMLElement} element */
  attach(element) {
    this.gestures = new Gestures(element, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, left, top) => this.zoom(factor, left, top),
      hover: (left, top) => this.hover(left, top),
      leave: () => this.unhover(),
      tap: (left, top, how) => this.tap(left, top, how),
      busy: (busy) => {
        this.dragging = busy;
        this.unhover();
      },
    });
    element.addEventListener("focusin", () => this.arrive());
  }

  /* Panning and zooming. */

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.see(panned(this.map, this.space, dx, dy));
  }

  /** @param {number} factor @param {number} [left] @param {number} [top] @returns {boolean} whether anything changed */
  zoom(factor, left, top) {
    const { scale } = this.space;
    this.see(zoomed(this.map, this.space, factor, left, top));
    return this.space.scale !== scale;
  }

  /** The whole map again. */
  zoomOut() {
    this.see(whole(this.map, this.space.width, this.space.height, this.state.flip));
  }

  /** Whether there is nothing to pan. */
  get isWhole() {
    return !this.ready || isWhole(this.map, this.space);
  }

  /* Pointers. */

  /** The site and river at a place; a site hides the rivers that end in it. @param {number} left @param {number} top @param {boolean} touch */
  at(left, top, touch) {
    const [x, y] = toMap(this.space, left, top);
    const by = (touch ? FINGER : 1) / this.space.scale;
    const near = Math.min(SITE_REACH * by, this.map.length * this.siteShare);
    const { grid } = this.map;
    const river = grid.river(x, y, RIVER_REACH * by, (one) => this.canTake(one));
    return { site: grid.site(x, y, near), river: river < 0 ? grid.river(x, y, RIVER_REACH * by) : river };
  }

  /** @param {number} left @param {number} top */
  hover(left, top) {
    const { site, river } = this.at(left, top, false);
    this.over([left, top], site, site >= 0 ? -1 : river);
  }

  unhover() {
    this.over(null, -1, -1);
  }

  /** @param {[number, number] | null} pointer @param {number} site @param {number} river */
  over(pointer, site, river) {
    this.pointer = pointer;
    this.overSite = site;
    this.overRiver = river;
    this.sketch();
  }

  /* The keyboard's cursor. */

  /** The keyboard comes to the map: the cursor stands on a mine. */
  arrive() {
    if (this.cursor < 0) this.stand(this.map.mines[0] ?? 0, false);
  }

  /** Put the cursor on a site. @param {number} site @param {boolean} [spoken] */
  stand(site, spoken = true) {
    this.cursor = site;
    this.chosen = -1;
    this.words = "";
    if (spoken) this.told = siteWords(this.map, site, this.held);
    this.reveal();
    this.paint();
  }

  /** Bring the cursor's site into sight. */
  reveal() {
    const { map, space, cursor } = this;
    if (cursor >= 0) this.see(showing(map, space, map.x[cursor], map.y[cursor]));
  }

  /** To the site that lies in a direction as the eye sees it. @param {[number, number]} way */
  walk([across, down]) {
    const { map, space, cursor } = this;
    if (cursor < 0) return this.arrive();
    let best = -1;
    let least = Infinity;
    for (let site = 0; site < map.sites; site++) {
      const dx = (map.x[site] - map.x[cursor]) * space.sign;
      const dy = (map.y[site] - map.y[cursor]) * space.sign;
      const along = dx * across + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * across);
      if (site === cursor || along <= 0 || aside > along * 1.8) continue;
      const cost = along + 2 * aside;
      if (cost >= least) continue;
      least = cost;
      best = site;
    }
    if (best >= 0) this.stand(best);
    else this.tell(_("No site lies further that way."));
  }

  /** @param {number} by */
  nextMine(by) {
    const { map } = this;
    if (!map.mines.length) return;
    const at = map.mines.indexOf(this.cursor);
    this.stand(map.mines[at < 0 ? 0 : (at + by + map.mines.length) % map.mines.length]);
  }

  /* What acting and drawing define. */

  /** The part of a river's length around a site that means the site. */
  get siteShare() {
    return 0.3;
  }

  /** Whether the reader may take a river now. @param {number} river */
  canTake(river) {
    return false;
  }

  /** @param {number} left @param {number} top @param {{touch: boolean, shift: boolean}} how */
  tap(left, top, how) {}

  /** Show the map where it lies now. @param {Space} space */
  see(space) {
    this.space = space;
  }

  /** Draw only what follows the pointer. */
  sketch() {}
}
