/** The games of a competition: those of a bot, with a verdict, of a kind; the latest first, and more on request. */

import { html, nothing } from "lit";
import { count } from "lib/format.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { verdictBadge } from "./parts.js";
import { KINDS, VERDICTS } from "./words.js";

/** The list with its filter. While nothing is chosen it follows the page's own data. */
export class GameList {
  /** @param {() => void} changed Draws the page anew. */
  constructor(changed) {
    this.changed = changed;
    this.filter = { bot: "", verdict: "", kind: "" };
    /** @type {Compete.Game[]} */
    this.games = [];
    this.total = 0;
    this.more = false;
    this.waiting = false;
    this.problem = "";
    this.played = -1;
    this.turn = 0;
  }

  get chosen() {
    return Object.values(this.filter).some(Boolean);
  }

  /** The page has new data. @param {Compete.Shown} shown */
  follow(shown) {
    if (shown.games_played === this.played) return;
    this.played = shown.games_played;
    if (this.chosen) return void this.fetch(shown.id, false);
    this.merge(shown.games);
    this.total = shown.games_played;
    this.more = this.games.length < this.total;
  }

  /** New games come before those that are listed; if games between them are missing, the list begins anew. @param {Compete.Game[]} latest */
  merge(latest) {
    const known = new Set(this.games.map((game) => game.id));
    const joins = latest.some((game) => known.has(game.id));
    const fresh = latest.filter((game) => !known.has(game.id));
    this.games = joins ? [...fresh, ...this.games] : latest;
  }

  /** @param {Partial<{bot: string, verdict: string, kind: string}>} wish @param {Compete.Shown} shown */
  choose(wish, shown) {
    this.filter = { ...this.filter, ...wish };
    this.games = [];
    this.fetch(shown.id, false);
  }

  /** Fetch the first games that fit, or those that follow. @param {string} competition @param {boolean} on */
  async fetch(competition, on) {
    const turn = ++this.turn;
    const asked = Object.entries({ ...this.filter, before: on ? (this.games.at(-1)?.id ?? "") : "" }).filter(([, value]) => value);
    this.waiting = true;
    this.changed();
    const found = await ask(`/api/competitions/${competition}/games?${new URLSearchParams(asked)}`);
    if (turn !== this.turn) return;
    this.waiting = false;
    this.problem = found.ok ? "" : found.error.sentence;
    if (found.ok) {
      const { games, total, more } = found.data;
      if (on) this.games = [...this.games, ...games];
      else this.merge(games);
      this.total = total;
      this.more = on || this.games.length === games.length ? more : this.games.length < total;
    }
    this.changed();
  }

  /** @param {Compete.Shown} shown */
  template(shown) {
    if (!shown.games_played) return html`<p class="soft">${_("No game has been played yet.")}</p>`;
    const { bot, verdict, kind } = this.filter;
    const kinds = Object.keys(KINDS).filter((each) => shown.kinds[each]);
    return html`<form class="compete-filter tiles-fit gap-2" @submit=${(/** @type {FieldEvent} */ event) => event.preventDefault()} aria-label=${_("Which games")}>
        ${choice(_("Bot"), "bot", bot, [["", _("all bots")], ...shown.bots.map((each) => [each.entry, each.name])], this, shown)}
        ${choice(_("Verdict"), "verdict", verdict, [["", _("any")], ["failed", _("any failure")], ...Object.entries(VERDICTS)], this, shown)}
        ${choice(_("Kind"), "kind", kind, [["", _("all")], ...kinds.map((each) => [each, KINDS[each]])], this, shown)}
      </form>
      <p class="soft small" role="status">${this.problem || this.words()}</p>
      <ul class="compete-games scroll-y column gap-1" tabindex="0" aria-label=${_("Games")}>
        ${this.games.map((game) => gameLine(shown.id, game))}
      </ul>
      ${this.more
        ? html`<p class="button-row"><button type="button" class="button small" ?disabled=${this.waiting} @click=${() => this.fetch(shown.id, true)}>${_("More games")}</button></p>`
        : nothing}`;
  }

  words() {
    if (this.waiting && !this.games.length) return _("Looking for them.");
    if (!this.games.length) return _("No game fits.");
    return this.more ? ngettext("The latest {shown} of {count} game.", "The latest {shown} of {count} games.", this.total, { shown: count(this.games.length) }) : ngettext("{count} game.", "{count} games.", this.total);
  }
}

function choice(/** @type {string} */ title, /** @type {string} */ name, /** @type {any} */ value, /** @type {string[][]} */ options, /** @type {GameList} */ list, /** @type {Compete.Shown} */ shown) {
  return html`<label class="field"><span class="label small">${title}</span>
    <select name=${name} @change=${(/** @type {FieldEvent} */ event) => list.choose({ [name]: event.target.value }, shown)}>
      ${options.map(([id, words]) => html`<option value=${id} ?selected=${id === value}>${words}</option>`)}
    </select></label>`;
}

function gameLine(/** @type {string} */ competition, /** @type {Compete.Game} */ game) {
  const best = (/** @type {number} */ seat) => game.ranks[seat] === 1 && game.ranks.filter((rank) => rank === 1).length === 1;
  const failed = game.verdicts.map((code, seat) => ({ code, seat })).filter(({ code }) => code !== "fair");
  const about = { kind: KINDS[game.kind], plies: ngettext("{count} ply", "{count} plies", game.plies) };
  return html`<li class="row gap-near">
    <a href=${served(`/compete/${competition}/games/${game.id}`)}>
      ${game.names.map((name, seat) => html`${seat ? " – " : ""}<span class=${best(seat) ? "strong" : ""}>${name}</span>`)}</a
    >
    <span class="soft small">${game.ranks.every((rank) => rank === 1) ? _("{kind}, drawn, {plies}", about) : _("{kind}, {plies}", about)}</span>
    ${failed.map(({ code, seat }) => verdictBadge(code, game.names[seat]))}
  </li>`;
}
