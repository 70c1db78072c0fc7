/**
 * The playable Lambda Punter board, drawn: the map on its sheet, what follows the pointer over it, and buttons, lists and
 * tables beside it.
 */

import { html, nothing, render } from "lit";
import { _, ngettext } from "lib/messages.js";
import { ActingBoard } from "./acting.js";
import { drags } from "./dragging.js";
import { GLOW, overlay } from "./overlay.js";
import { moveButtons, payTable, riverList, zoomButtons } from "./panels.js";
import { Sheet } from "./sheet.js";
import { limits, toMap, toScreen, whole } from "./space.js";
import { sitePlaces } from "./places.js";
import { betsOf, riversOf } from "./view.js";
import { riverWords, siteWords } from "./words.js";

/** Milliseconds after a zoom until the map is drawn sharp again. */
const REST = 110;
/** By so much at most the drawn map is stretched meanwhile; beyond it, it is drawn anew at once. */
const [LEAST_STRETCH, MOST_STRETCH] = [0.6, 1.7];
const LISTED = 24;
/** @type {typeof import("./bet_form.js").betForm | undefined} */
let betForm;

const NAME = _("Map. Arrows walk from site to site, Space chooses a river there, Enter takes it.");
const KEYS =
  _("M goes to the next mine, plus and minus zoom, 0 shows the whole map, Shift with arrows moves it, slash goes to the list, P twice passes.");

export class Board extends ActingBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, to);
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {HTMLElement | null} below the map: bets, the list of rivers, what each mine pays */
    this.panels = null;
    this.viewSizes = new ResizeObserver(() => this.resized());
    this.timer = 0;
    this.frame = 0;
    /** what was drawn last, to see whether it must be drawn anew */
    this.drawn = null;
    this.listing = false;
    this.sought = "";
    this.paying = false;
    /** the words below the map as they were written last */
    this.wrote = "";
    drags(this);
    /** a river that the list points at */
    this.shownRiver = -1;
  }

  destroy() {
    this.viewSizes.disconnect();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    super.destroy();
  }

  /** @returns {HTMLElement | null} */
  get view() {
    return this.root.querySelector(".punter-view");
  }

  focus() {
    this.view?.focus({ preventScroll: true });
  }

  /** @param {any} view */
  begin(view) {
    super.begin(view);
    this.drawn = null;
  }

  /* Size and place. */

  resized() {
    const box = this.view?.getBoundingClientRect();
    if (!box || !this.ready || box.width < 10) return;
    const { width, height } = box;
    if (this.space.width === width && this.space.height === height) return;
    if (this.isWhole) {
      this.see(whole(this.map, width, height, this.state.flip));
    } else {
      const { least, most } = limits(this.map, { ...this.space, width, height });
      this.see({ ...this.space, width, height, scale: Math.max(least, Math.min(most, this.space.scale)) });
    }
  }

  /** @param {import("./space.js").Space} space */
  see(space) {
    if (!this.ready) return;
    const { view, space: before } = this;
    const zoomed = before.scale !== space.scale;
    this.space = space;
    if (!this.frame) this.frame = requestAnimationFrame(() => this.show());
    if (view && zoomed) {
      view.style.touchAction = this.isWhole ? "pan-y" : "none";
      this.paint();
    }
  }

  /** One frame: move the sheet, and draw it anew if it no longer fits; after a zoom a moment later. */
  show() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (!this.sheet) return;
    const before = this.sheet.drawn;
    const fresh = this.sheet.move(this.space);
    const sameScale = before?.scale === this.space.scale && before.width === this.space.width;
    const by = before ? this.space.scale / before.scale : 0;
    if (!fresh && (sameScale || by < LEAST_STRETCH || by > MOST_STRETCH)) return this.redraw();
    if (!fresh) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.redraw(), REST);
    }
    this.sketch();
  }

  /** Draw the sheet. */
  redraw() {
    clearTimeout(this.timer);
    if (!this.sheet) return;
    this.sheet.draw(this.map, this.held, this.space, this.state.settings.numbers);
    this.drawn = { held: this.held, numbers: this.state.settings.numbers };
    this.sketch();
  }

  /* Drawing. */

  paint() {
    this.frameUp();
    const { view } = this;
    if (!view || !this.ready) return;
    if (!this.sheet) {
      this.sheet = new Sheet(/** @type {Element} */ (view.querySelector(".punter-layer")));
      this.attach(view);
      this.viewSizes.observe(view);
    }
    if (!this.space.width) this.resized();
    const sign = this.state.flip ? -1 : 1;
    if (this.space.sign !== sign) this.see({ ...this.space, sign });
    const stale = this.drawn?.held !== this.held || this.drawn?.numbers !== this.state.settings.numbers;
    if (stale && this.sheet.drawn) this.redraw();
    else this.sketch();
  }

  /** Lay out the map's frame, and the words, buttons and lists below it. */
  frameUp() {
    const { ready, trouble } = this;
    const foot = this.explanation();
    this.wrote = foot.words;
    const drawing = html`<div
        class=${`punter-view ${this.routing ? "routing" : ""} ${this.dragging ? "dragging" : ""}`}
        role="application"
        tabindex="0"
        aria-label=${NAME}
        aria-describedby="punter-keys"
      >
        <div class="punter-layer"></div>
        <svg class="drawing punter punter-over board-drawing" data-arrows="inside" aria-hidden="true"></svg>
        ${ready ? nothing : html`<p class="punter-wait ${trouble ? "" : "board-waits"}" role="status">${trouble || _("The map is on its way.")}</p>`}
      </div>
      <p id="punter-keys" class="hidden-visually">${KEYS}</p>
      <p class="hidden-visually" aria-live="polite">${this.told}</p>`;
    this.draw(drawing, { ...foot, buttons: html`${zoomButtons(this)}${moveButtons(this)}` });
    this.panels ??= Object.assign(this.root.appendChild(document.createElement("div")), { className: "punter-panels" });
    if (this.betting && !betForm) import("./bet_form.js").then((found) => ((betForm = found.betForm), this.frameUp()));
    render(ready ? html`${this.betting && betForm ? betForm(this) : nothing} ${riverList(this)} ${payTable(this)}` : nothing, this.panels);
  }

  /** Draw what follows the pointer, and say in words what it points at. */
  sketch() {
    const { map, space, held } = this;
    const over = this.root.querySelector("svg.punter-over");
    if (!this.ready || !space.width || !(over instanceof SVGElement)) return;
    over.setAttribute("viewBox", `0 0 ${space.width} ${space.height}`);
    const { last } = this.shown;
    const hinted = this.hintText ? riversOf(map, this.hintText, (river) => held.owners[river] < 0) : [];
    const rings = [
      { site: this.cursor, ring: "cursor" },
      { site: this.overSite, ring: "over" },
      { site: this.betting ? this.mine : endOfRoute(this.route), ring: "start" },
    ].filter(({ site }) => site >= 0);
    const pointing = this.aimed >= 0 ? this.aimed : this.overRiver >= 0 && this.canTake(this.overRiver) ? this.overRiver : this.shownRiver;
    const template = overlay(map, space, {
      near: this.nearby(),
      aimed: pointing,
      chosen: this.chosen,
      last: last?.rivers ?? [],
      hinted,
      route: this.route.rivers,
      bets: this.drawnBets(),
      rings,
      seat: { mover: held.mover ?? 0, last: last?.seat ?? 0 },
    });
    render(template, /** @type {any} */ (over));
    this.placed(space);
    if (this.explanation().words !== this.wrote) this.frameUp();
  }

  /** Tell those who point at moves where the map lies now. @param {import("./space.js").Space} space */
  placed(space) {
    const { view, placedAt } = this;
    if (!view || placedAt === space) return;
    /** @type {import("./space.js").Space} */
    this.placedAt = space;
    const { map } = this;
    Object.assign(view, {
      pointsOf: (/** @type {string} */ text) => {
        const [river] = riversOf(map, text, () => true);
        return river === undefined ? null : [map.from[river], map.to[river]].map((site) => toScreen(space, map.x[site], map.y[site]));
      },
      ...sitePlaces(this),
    });
    view.dispatchEvent(new Event("boardmove", { bubbles: true }));
  }

  /** The rivers around the pointer, or at the cursor, that can be taken. */
  nearby() {
    const { map, space, pointer } = this;
    if (this.dragging || !this.state.settings.targets || !this.moves.length || this.betting) return [];
    const rivers = this.cursor >= 0 ? [...map.at[this.cursor]] : [];
    if (pointer) rivers.push(...map.grid.riversNear(...toMap(space, ...pointer), GLOW / space.scale));
    return [...new Set(rivers)].filter((river) => this.canTake(river));
  }

  /** The text of a recommended move, while one can move. */
  get hintText() {
    return this.moves.length ? this.state.hint : null;
  }

  drawnBets() {
    const { map, held } = this;
    if (!this.state.settings.bets) return [];
    if (this.betting) return [...this.bets].map(([mine, site]) => ({ mine, site, seat: held.mover }));
    return betsOf(this.shown, map);
  }

  /** @returns {{words: string, tone: "" | "bad"}} */
  explanation() {
    const { map, held } = this;
    if (this.words) return { words: this.words, tone: "bad" };
    if (!this.ready) return { words: "", tone: "" };
    const plain = (/** @type {string} */ words) => ({ words, tone: /** @type {const} */ ("") });
    const river = [this.aimed, this.shownRiver, this.overRiver, this.chosen].find((one) => one >= 0) ?? -1;
    if (this.overSite >= 0) return plain(siteWords(map, this.overSite, held));
    if (river >= 0) return plain(`${riverWords(map, river, held, this.state.yours)}${this.advice(river)}.`);
    if (this.betting) return plain(_("Choose a mine, then the site that you will join to it. Or bet on nothing."));
    if (this.routing) return plain(ngettext("A route: one river at most. Choose sites or rivers one after the other.", "A route: {count} rivers at most. Choose sites or rivers one after the other.", this.reach));
    if (this.cursor >= 0 && this.focused) return plain(siteWords(map, this.cursor, held));
    return plain(this.standing());
  }

  /** @param {number} river */
  advice(river) {
    if (river === this.aimed) return _("; tap it again to take it");
    return this.kind(river) === "option" ? _("; it can be used by an option") : "";
  }

  /** Turns and credits, when nothing is pointed at. */
  standing() {
    const { held } = this;
    const seat = this.moves.length ? held.mover : this.state.yours.length === 1 ? this.state.yours[0] : -1;
    const words = [_("Turn {turn} of {turns}", { turn: Math.min(held.turn + 1, held.turns), turns: held.turns })];
    if (this.state.view.returns) words[0] = _("All {turns} turns are made", { turns: held.turns });
    if (seat >= 0 && held.settings.splurges) words.push(ngettext("{count} credit saved", "{count} credits saved", held.credits[seat]));
    if (seat >= 0 && held.settings.options) words.push(ngettext("{count} option left", "{count} options left", held.optionsLeft[seat]));
    return words.join(", ");
  }

  get focused() {
    return document.activeElement === this.view;
  }

  /* The list of rivers and the table. */

  /** @param {"listing" | "paying"} part @param {boolean} open */
  unfold(part, open) {
    if (this[part] === open) return;
    this[part] = open;
    this.paint();
  }

  find() {
    this.listing = true;
    this.paint();
    const field = this.root.querySelector("#punter-find");
    if (field instanceof HTMLElement) field.focus();
  }

  /** @param {string} text */
  seek(text) {
    this.sought = text;
    this.paint();
  }

  /**
   * The list points at a river: it shows on the map, a moment later, since a button may lose the focus while it is drawn.
   * @param {number} river
   */
  point(river) {
    this.shownRiver = river;
    queueMicrotask(() => this.sketch());
  }

  /** A river was chosen in the list; the keyboard goes back to the map. @param {number} river */
  takeListed(river) {
    this.shownRiver = -1;
    this.focus();
    if (this.routing) this.addToRoute(river);
    else this.take(river);
  }

  /** The rivers to list, and how many there are in all. @returns {{rivers: number[], of: number}} */
  listed() {
    const { map, space } = this;
    const ids = this.sought.split(/[^0-9]+/).filter(Boolean).map(Number);
    const has = (/** @type {number} */ river, /** @type {number} */ id) => [map.ids[map.from[river]], map.ids[map.to[river]]].includes(id);
    const [x, y] = this.cursor >= 0 ? [map.x[this.cursor], map.y[this.cursor]] : [space.x, space.y];
    const found = [];
    for (let river = 0; river < map.rivers; river++) {
      if (this.canTake(river) && ids.every((id) => has(river, id))) found.push({ river, far: map.grid.distance(river, x, y) });
    }
    found.sort((one, other) => one.far - other.far);
    return { rivers: found.slice(0, LISTED).map(({ river }) => river), of: found.length };
  }
}

/** @param {{sites: number[]}} route */
const endOfRoute = ({ sites }) => sites.at(-1) ?? -1;
