/**
 * What is done on the map: by mouse and finger, by keys, and by the buttons beside it. Claims, passes, routes, options and
 * bets all end in `make` with a move's text. What is drawn is the board's part.
 */

import { _, ngettext } from "lib/messages.js";
import { NO_ROUTE, endOf, extended, routeFrom, routeName, shortened } from "./route.js";
import { isBetting, kindOf } from "./view.js";
import { ViewingBoard } from "./viewing.js";
import { riverWords } from "./words.js";

const ZOOM_STEP = 1.5;
const PAN_STEP = 80;

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class ActingBoard extends ViewingBoard {
  forget() {
    super.forget();
    /** a river that a finger has pointed out and has yet to confirm @type {number} */
    this.aimed = -1;
    /** @type {boolean} */
    this.routing = false;
    /** @type {import("./route.js").Route} */
    this.route = NO_ROUTE;
    /** @type {Map<number, number>} bets by mine, before they are placed */
    this.bets = new Map();
    /** the mine that is bet on @type {number} */
    this.mine = -1;
    /** whether P has been pressed once @type {boolean} */
    this.passing = false;
  }

  /** @param {boolean} same */
  changed(same) {
    super.changed(same);
    if (same || !this.ready) return;
    this.aimed = -1;
    this.passing = false;
    this.routing = false;
    this.route = NO_ROUTE;
    if (!this.betting) this.mine = -1;
  }

  get siteShare() {
    return this.betting || this.routing ? 0.45 : 0.3;
  }

  /* Pointers. */

  /** @param {number} left @param {number} top @param {{touch: boolean, shift: boolean}} how */
  tap(left, top, { touch, shift }) {
    const { site, river } = this.at(left, top, touch);
    if (site >= 0) this.cursor = site;
    if (this.betting) return void (site >= 0 && this.bet(site));
    if (!this.moves.length) {
      if (river >= 0 && this.idle) this.tell(this.idle);
      else this.paint();
      return;
    }
    if (shift && this.canSplurge && !this.routing) this.startRoute(false);
    if (this.routing) return this.routeTo(site, river);
    if (river < 0 || (site >= 0 && !touch && this.map.at[site].length > 1)) {
      this.aimed = -1;
      this.paint();
      return;
    }
    if (touch && this.aimed !== river && this.canTake(river)) {
      this.aimed = river;
      this.words = "";
      this.say(_("{river}. Tap it again to take it.", { river: riverWords(this.map, river, this.held) }));
      this.paint();
      return;
    }
    this.take(river);
  }

  /* Moves. */

  /** Whether futures are being placed by the reader now. */
  get betting() {
    return this.moves.length > 0 && isBetting(this.state.view);
  }

  get canSplurge() {
    return this.moves.length > 0 && !this.betting && this.held.settings.splurges;
  }

  /** The longest route that the reader has credit for, with the credit of this turn. */
  get reach() {
    return this.held.credits[this.held.mover] + 1;
  }

  /** How the reader may take a river now: "claim", "option" or "". @param {number} river */
  kind(river) {
    return this.moves.length && !this.betting ? kindOf(this.held, river, this.held.mover) : "";
  }

  /** @param {number} river */
  canTake(river) {
    return this.kind(river) !== "";
  }

  /** Claim a river, or use it by an option, or say why not. @param {number} river */
  take(river) {
    const kind = this.kind(river);
    const name = this.map.name(river);
    if (kind) this.make({ text: kind === "option" ? `option ${name}` : name, rivers: [river] });
    else if (this.idle) this.tell(this.idle);
    else this.tell(this.whyNot(river));
  }

  /** @param {number} river that cannot be taken */
  whyNot(river) {
    const { map, held } = this;
    if (held.owners[river] === held.mover || held.second.get(river) === held.mover) return _("{river} is yours already.", { river: map.name(river) });
    const taken = _("{river} is taken.", { river: map.name(river) });
    if (!held.settings.options) return taken;
    return `${taken} ${held.second.has(river) ? _("Two punters use it already.") : _("You have no options left.")}`;
  }

  passNow() {
    if (this.moves.length && !this.betting) this.make({ text: "pass", rivers: [] });
    else if (this.idle) this.tell(this.idle);
  }

  /* Routes. */

  /** @param {boolean} spoken */
  startRoute(spoken) {
    if (!this.canSplurge) return this.tell(this.idle || _("Routes are played with the option splurges only."));
    this.routing = true;
    this.route = spoken && this.cursor >= 0 ? routeFrom(this.cursor) : NO_ROUTE;
    this.chosen = -1;
    this.words = "";
    if (spoken) this.say(_("A route: Space chooses the next river, Enter adds it, Backspace takes one back, C claims it, Escape leaves."));
    this.paint();
  }

  leaveRoute() {
    this.routing = false;
    this.route = NO_ROUTE;
    this.words = "";
    this.paint();
  }

  /** A click in the midst of a route: on a site that a river leads to, or on a river. @param {number} site @param {number} river */
  routeTo(site, river) {
    const { map, route } = this;
    if (site >= 0 && !route.sites.length) {
      this.route = routeFrom(site);
      return this.paint();
    }
    if (site >= 0) {
      if (site === endOf(route)) return;
      const ways = map.between(endOf(route), site).filter((one) => !route.rivers.includes(one));
      river = ways.find((one) => this.canTake(one)) ?? ways[0] ?? -1;
      if (river < 0) return this.tell(this.noWay(map.ids[endOf(route)], map.ids[site]));
    }
    if (river >= 0) this.addToRoute(river);
  }

  /** Why one site does not follow another. @param {number} route @param {number} site */
  noWay(route, site) {
    return _("No river leads from {route} to {site}.", { route, site });
  }

  /** @param {number} river */
  addToRoute(river) {
    const { map } = this;
    if (!this.canTake(river)) return this.tell(this.whyNot(river));
    const next = extended(map, this.route, river);
    if (!next) return this.tell(_("{river} does not go on from an end of the route.", { river: map.name(river) }));
    if (next.rivers.length > this.reach) {
      return this.tell(ngettext("You have credit for one river; pass to save more.", "You have credit for {count} rivers; pass to save more.", this.reach));
    }
    this.route = next;
    this.cursor = endOf(next);
    this.chosen = -1;
    this.words = "";
    this.say(_("Route {next}, {length} of {reach} credits.", { next: routeName(map, next), length: next.rivers.length, reach: this.reach }));
    this.reveal();
    this.paint();
  }

  shortenRoute() {
    this.route = shortened(this.route);
    if (this.route.sites.length) this.cursor = endOf(this.route);
    this.words = "";
    this.paint();
  }

  /** Claim the route. */
  finishRoute() {
    const { map, route } = this;
    if (!route.rivers.length) return this.tell(_("The route has no river yet."));
    this.routing = false;
    if (route.rivers.length === 1) return this.take(route.rivers[0]);
    this.make({ text: `splurge ${routeName(map, route)}`, rivers: route.rivers });
  }

  /* Futures. */

  /** A mine to bet on, or the site that the chosen mine is to be joined to. @param {number} site */
  bet(site) {
    const { map } = this;
    this.words = "";
    if (map.isMine.has(site)) {
      this.mine = site;
      this.say(_("Mine {site}: choose the site that you will join to it.", { site: map.ids[site] }));
    } else if (this.mine < 0) {
      this.tell(_("Choose a mine first, then the site that you will join to it."));
    } else if (map.distances(this.mine)[site] < 0) {
      this.tell(_("No rivers lead from mine {mine} to {site}.", { mine: map.ids[this.mine], site: map.ids[site] }));
    } else {
      this.setBet(this.mine, site);
    }
    this.paint();
  }

  /** @param {number} mine @param {number} site -1 for no bet */
  setBet(mine, site) {
    const same = this.bets.get(mine) === site;
    if (site < 0 || same) this.bets.delete(mine);
    else this.bets.set(mine, site);
    const steps = site < 0 ? 0 : this.map.distances(mine)[site];
    const name = _("mine {mine}", { mine: this.map.ids[mine] });
    this.say(this.bets.has(mine) ? _("A bet on {site} from {name}: {steps} to win or to lose.", { site: this.map.ids[site], name, steps: steps ** 3 }) : _("No bet on {name}.", { name }));
    this.paint();
  }

  placeBets() {
    const { map } = this;
    if (!this.betting) return;
    const bets = [...this.bets].map(([mine, site]) => `${map.ids[mine]}:${map.ids[site]}`);
    this.make({ text: `futures ${bets.join(",") || "-"}`, rivers: [] });
  }

  /* Keys. */

  /** @param {string} key @param {KeyboardEvent} event */
  pressed(key, { shiftKey: shift }) {
    if (!this.ready) return false;
    if (key !== "p") this.passing = false;
    const way = WAYS[key];
    if (way && shift) this.pan(-way[0] * PAN_STEP, -way[1] * PAN_STEP);
    else if (way) this.walk(way);
    else if (key === "+" || key === "=") this.zoom(ZOOM_STEP);
    else if (key === "-" || key === "_") this.zoom(1 / ZOOM_STEP);
    else if (key === "0") this.zoomOut();
    else if (key === " ") this.cycle(shift ? -1 : 1);
    else if (key === "Enter") this.enter();
    else if (key === "m") this.nextMine(shift ? -1 : 1);
    else if (key === "/") this.find();
    else if (key === "p" && this.moves.length && !this.betting) this.passByKey();
    else if (key === "r" && !this.betting) this.routing ? this.leaveRoute() : this.startRoute(true);
    else if (key === "c" && this.routing) this.finishRoute();
    else if (key === "c" && this.betting) this.placeBets();
    else if (key === "Backspace" && this.routing) this.shortenRoute();
    else return key === "Escape" && this.escape();
    return true;
  }

  passByKey() {
    if (this.passing) return this.passNow();
    this.passing = true;
    this.tell(_("Press P again to pass."));
  }

  /** @returns {boolean} whether there was anything to leave */
  escape() {
    const busy = this.routing || this.chosen >= 0 || this.aimed >= 0 || this.words !== "" || this.mine >= 0;
    this.chosen = -1;
    this.aimed = -1;
    this.mine = -1;
    this.leaveRoute();
    return busy;
  }

  enter() {
    if (this.cursor < 0) return this.arrive();
    if (this.betting) return this.bet(this.cursor);
    if (this.idle && !this.moves.length) return this.tell(this.idle);
    if (this.chosen < 0) return this.cycle(1);
    if (this.routing) return this.addToRoute(this.chosen);
    return this.take(this.chosen);
  }

  /** Choose the next river at the cursor, those that can be taken first. @param {number} by */
  cycle(by) {
    const { map, held, cursor } = this;
    if (cursor < 0) return;
    const rivers = [...map.at[cursor]].sort((one, other) => Number(this.canTake(other)) - Number(this.canTake(one)));
    if (!rivers.length) return this.tell(_("No river leads to {cursor}.", { cursor: map.ids[cursor] }));
    const at = rivers.indexOf(this.chosen);
    this.chosen = rivers[at < 0 ? (by > 0 ? 0 : rivers.length - 1) : (at + by + rivers.length) % rivers.length];
    this.words = "";
    const legal = this.canTake(this.chosen) ? _(", can be taken") : "";
    this.told = `${riverWords(map, this.chosen, held, this.state.yours)}${legal}.`;
    this.paint();
  }

  /** Go to the list of rivers. */
  find() {}
}
