/** What those who watch a game do together: predict its next move, see how many agree, and ask a neutral engine who leads. */

import { html, nothing } from "lit";
import { count } from "lib/format.js";
import { ask } from "lib/http.js";
import { keep, recall } from "lib/kept.js";
import { colourOf, mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";
import { bars, histogram } from "../classroom/histogram.js";

const PREDICTS = "plyground.predicts";
const JUDGED = "plyground.judged";

/** @typedef {{ply: number, of: number, tally: Classroom.Row[], move: string, right: number}} Decided */
/** @typedef {{seat: number, engine: string, unit: string, ply: number, chance?: number, chances: number[] | null, values: number[] | null, value: number | null, outcome: string | null, line: string[]}} Judged */
/** @typedef {{ply: number, of: number, tally: Classroom.Row[], last: Decided | null, judged: Judged | null}} Told */
/** @typedef {{ply: number, move: string, of: number, agree: number}} Mine */

/**
 * Who leads by what the judge said: the seat, and how sure that is in words; null while nobody leads or nobody knows.
 * @param {Judged} judged @param {string[]} names
 */
export function leader({ chances, values }, names) {
  const all = chances ?? values;
  if (!all) return null;
  const seat = all.indexOf(Math.max(...all));
  const level = chances ? Math.abs(all[seat] - 0.5) < 0.03 : all.every((each) => each === all[seat]);
  if (level) return { seat: null, words: _("Nobody leads.") };
  const words = chances
    ? _("{name} leads, with about {share} % of the chances.", { name: names[seat], share: Math.round(100 * all[seat]) })
    : _("{name} leads, and comes to {value}.", { name: names[seat], value: count(all[seat]) });
  return { seat, words };
}

export class Company {
  /** @param {import("lib/line.js").Line} line @param {() => void} changed */
  constructor(line, changed) {
    this.line = line;
    this.changed = changed;
    /** @type {import("./following.js").About | null} */
    this.about = null;
    /** @type {Told | null} */
    this.told = null;
    /** @type {Mine | null} */
    this.mine = null;
    /** The last prediction of one's own that was decided. @type {{ply: number, move: string} | null} */
    this.before = null;
    this.score = { right: 0, of: 0 };
    this.predicts = recall(PREDICTS) === "yes";
    this.judged = recall(JUDGED) === "yes";
    /** The position with its moves, of the ply that may be predicted. @type {{ply: number, view: Protocol.View} | null} */
    this.open = null;
    this.asking = -1;
    this.problem = "";
  }

  /** Another game is followed. @param {import("./following.js").About | null} about */
  turnTo(about) {
    this.about = about;
    this.told = this.mine = this.before = this.open = null;
    this.asking = -1;
    this.problem = "";
  }

  /** What all do; after a `join` the judge has to be asked for again. @param {Told | null} told */
  hear(told, joined = false) {
    if (told) this.told = told;
    const { last } = this.told ?? {};
    if (last && this.mine && last.ply === this.mine.ply) {
      this.score = { right: this.score.right + Number(last.move === this.mine.move), of: this.score.of + 1 };
      this.before = this.mine;
      this.mine = null;
    }
    if (joined && this.judged) this.wish();
    this.changed();
  }

  /** The game stands so now. @param {Compete.LiveGame} game */
  async at(game) {
    if (!this.predicts || game.ended || this.asking === game.ply || !game.view.text || !this.about) return;
    this.asking = game.ply;
    const { id } = this.about;
    const found = await ask("/api/position", { game: this.about.game, options: game["options"], position: game.view.text });
    if (this.about?.id !== id || this.asking !== game.ply) return;
    this.problem = found.ok ? "" : found.error.sentence;
    this.open = found.ok ? { ply: game.ply, view: found.data.view } : null;
    this.changed();
  }

  /** What may be chosen on the board now: the view with its moves, and what was chosen. @param {Compete.LiveGame} game */
  choice(game) {
    if (!this.predicts || game.ended || this.open?.ply !== game.ply) return null;
    return { view: this.open.view, chosen: this.mine?.ply === game.ply ? this.mine.move : null };
  }

  /** @param {string} text */
  predict(text) {
    if (!this.about || !this.open) return;
    this.send("contest_predict", { game: this.about.id, ply: this.open.ply, move: text }, (ack) => (this.mine = ack));
  }

  wish() {
    if (this.about) this.send("contest_judge", { game: this.about.id, on: this.judged }, () => {});
  }

  /** @param {string} event @param {object} message @param {(ack: any) => void} done */
  send(event, message, done) {
    this.line.socket?.emit(event, message, (/** @type {any} */ ack) => {
      this.problem = ack.ok ? "" : ack.error.sentence;
      if (ack.ok) done(ack);
      this.changed();
    });
  }

  /** @param {"predicts" | "judged"} what @param {Compete.LiveGame} [game] */
  toggle(what, game) {
    this[what] = !this[what];
    this.problem = "";
    keep(what === "predicts" ? PREDICTS : JUDGED, this[what] ? "yes" : null);
    if (what === "judged") this.wish();
    else this.asking = -1;
    if (what === "predicts" && game) this.at(game);
    this.changed();
  }

  /** @param {Compete.LiveGame} game */
  template(game) {
    const button = (/** @type {"predicts" | "judged"} */ what, /** @type {string} */ words) =>
      html`<button type="button" class="button small" data-what=${what} aria-pressed=${this[what]} @click=${() => this.toggle(what, game)}>${words}</button>`;
    return html`<section class="company column gap-2"><h2>${_("Watching together")}</h2>
      <p class="button-row">${button("predicts", _("Predict the moves"))} ${button("judged", _("A third opinion"))}</p>
      ${this.problem ? html`<p class="notice warn small" role="alert">${this.problem}</p>` : nothing}
      ${this.judged ? this.judgement(game) : nothing}
      ${this.predicts || this.told?.of || this.told?.last ? this.predictions(game) : nothing}
    </section>`;
  }

  /** @param {Compete.LiveGame} game */
  judgement(game) {
    const judged = this.told?.judged;
    if (!judged) return game.ended || this.problem ? nothing : html`<p class="soft small">${_("The third engine looks at the position …")}</p>`;
    const found = leader(judged, game.names);
    const share = judged.chances ? Math.round(100 * judged.chances[0]) : null;
    return html`<div class="company-judged column gap-1" data-game=${game["game"]}>
      <p><span class="soft small">${_("{engine} after move {ply}:", { engine: judged.engine, ply: judged.ply })}</span>
        <strong class="inline gap-2">${found ? html`${found.seat === null ? nothing : mark(found.seat, 16, game["game"])} ${found.words}` : _("No engine here can tell who leads in this game.")}</strong></p>
      ${share === null ? nothing : html`<svg class="company-bar fill" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=${share} height="8" fill=${colourOf(0)}></rect><rect x=${share} width=${100 - share} height="8" fill=${colourOf(1)}></rect></svg>`}
      ${judged.line.length ? html`<p class="mono break soft small">${judged.line.slice(0, 8).join(", ")}</p>` : nothing}
    </div>`;
  }

  /** @param {Compete.LiveGame} game */
  predictions(game) {
    const { mine, told, before, score } = this;
    const all = told && told.ply === game.ply ? told : null;
    const last = told?.last ?? null;
    const now = mine && mine.ply === game.ply ? mine : null;
    const same = now ? Math.max(0, (all?.tally.find((row) => row.text === now.move)?.count ?? now.agree) - 1) : 0;
    return html`
      ${this.predicts && !game.ended
        ? html`<p>${now
            ? html`${_("You predict {move}.", { move: now.move })} ${ngettext("{count} other agrees.", "{count} others agree.", same)}`
            : _("Choose on the board which move comes next.")}</p>`
        : nothing}
      ${all?.of ? html`<p class="soft small number">${ngettext("{count} watcher predicts this move.", "{count} watchers predict this move.", all.of)}</p>` : nothing}
      ${now && all ? histogram(bars(all.tally), { lettered: false, mine: now.move }) : nothing}
      ${last && !now
        ? html`<p class="company-last">${_("Move {ply} was {move}.", { ply: last.ply + 1, move: last.move })} ${ngettext("{right} of {count} prediction was right.", "{right} of {count} predictions were right.", last.of, { right: last.right })}</p>
            ${histogram(bars(last.tally, { answer: { right: [last.move] } }), { lettered: false, mine: before?.ply === last.ply ? before.move : null })}`
        : nothing}
      ${score.of ? html`<p class="small number">${ngettext("You were right {right} time of {count}.", "You were right {right} times of {count}.", score.of, { right: score.right })}</p>` : nothing}`;
  }
}
