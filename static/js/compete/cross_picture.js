/**
 * Each against each as a picture: a cell for each pair, in the line of the bot that moved first; with three or more at a
 * table, the mean score of the line's bot against the column's. A sign or a figure says what the colour says.
 */

import { html, nothing, svg } from "lit";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { savePicture } from "../play/image.js";
import { table } from "./parts.js";
import { points, VERDICTS } from "./words.js";

/** Sides of a cell: no smaller, so that its text can be read and a finger hits it, and no larger. */
const SMALLEST = 27;
const LARGEST = 56;
const SMALLEST_TEXT = 14;
const LETTER = 8.4;
const LONGEST_NAME = 20;
const EDGE = 8;
/** lit-html's own word for a part that stays as it is, which our copy of it does not export. */
const AS_IT_IS = Symbol.for("lit-noChange");
const GAP = 2;

/** @typedef {KeyboardEvent & {target: HTMLElement, currentTarget: HTMLElement}} CellEvent */

/** How a cell is coloured, by the share of the points. @param {[number, number]} cell */
function resultOf([games, won]) {
  const share = won / games;
  if (share === 1) return "won";
  if (share === 0) return "lost";
  return share === 0.5 ? "level" : share > 0.5 ? "more" : "less";
}

/**
 * The text of a cell: + = − for a single game, its points for several, per cent at larger tables.
 * @param {[number, number]} pair @param {number} seats
 */
function sign(/** @type {[number, number]} */ [games, won], seats) {
  if (seats > 2) return String(Math.round((100 * won) / games));
  if (games > 1) return points(won);
  return won === 1 ? "+" : won === 0 ? "−" : "=";
}

/** The cell that an event happened in. @param {CellEvent | null} event */
const cellAt = (event) => /** @type {SVGElement | null} */ (event?.target.closest?.(".cell") ?? null);

/** A cell in words. @param {string} one @param {string} other @param {Compete.Cell} cell @param {number} seats */
function cellWords(one, other, cell, seats) {
  if (!cell) return _("{one} and {other}: no game yet", { one, other });
  const [games, won] = cell;
  if (seats > 2) return ngettext("{one} against {other}: {share} % in {count} game", "{one} against {other}: {share} % in {count} games", games, { one, other, share: Math.round((100 * won) / games) });
  if (games > 1) return _("{one} first against {other}: {won} of {games}", { one, other, won: points(won), games });
  if (won === 1) return _("{one} first against {other}: won", { one, other });
  return won === 0 ? _("{one} first against {other}: lost", { one, other }) : _("{one} first against {other}: drawn", { one, other });
}

/** The card with the picture; it keeps which cell is looked at, and fetches the games of a pair. */
export class CrossPicture {
  /** @param {() => void} changed Draws the page anew. */
  constructor(changed) {
    this.changed = changed;
    /** The cell that is looked at, and the one whose games are listed, as [line, column]. */
    this.at = [0, 1];
    /** @type {number[] | null} */
    this.pointed = null;
    /** @type {number[] | null} */
    this.chosen = null;
    /** @type {Compete.Game[] | null} */
    this.games = null;
    this.plain = false;
    /** Pixels that the picture has across; it is measured once it stands in the page. */
    this.room = 600;
    this.seen = new ResizeObserver(([{ contentRect }]) => {
      if (Math.abs(contentRect.width - this.room) < 1) return;
      this.room = contentRect.width;
      this.changed();
    });
  }

  /** Watch the width of the box in which the picture stands. @param {Element | null} box */
  watch(box) {
    const { box: watched } = this;
    if (!box || box === watched) return;
    /** @type {Element} */
    this.box = box;
    this.seen.disconnect();
    this.seen.observe(box);
  }

  /** @param {Compete.Shown} shown The page's data. */
  template(shown) {
    const { standings: rows, cross_table: cells, seats } = shown;
    const save = (/** @type {"png" | "svg"} */ form) => (/** @type {CellEvent} */ event) =>
      savePicture(find(".compete-each svg.cross", SVGSVGElement), form, _("{title} - each against each", { title: shown.title }));
    return html`<div class="compete-each">
      <p class="soft small">
        ${seats > 2
          ? _("Of 100 times that the bot of the line sat with that of the column, so often it ranked before it; to be level counts half.")
          : withElements(_("The bot of the line moved first: {plus} it won, {equal} drawn, {minus} it lost."), { plus: html`<b>+</b>`, equal: html`<b>=</b>`, minus: html`<b>−</b>` })}
        ${_("Choose a cell for its games.")}
      </p>
      <div class="compete-scroll scroll-x" @keydown=${(/** @type {CellEvent} */ event) => this.key(event, shown)} @click=${(/** @type {CellEvent} */ event) => this.click(event, shown)}
        @pointerover=${(/** @type {CellEvent} */ event) => this.point(event)} @pointerleave=${() => this.point(null)} @focusin=${(/** @type {CellEvent} */ event) => this.point(event)}>
        ${this.picture(rows, cells, seats)}
      </div>
      <div class="compete-picked raised">
        <p class="compete-cell-words strong" role="status">${this.words(rows, cells, seats)}</p>
        ${this.chosen ? this.list(shown) : nothing}
      </div>
      <div class="compete-tools button-row">
        <button type="button" class="button small quiet" @click=${save("svg")}>${icon("load")}${_("SVG")}</button>
        <button type="button" class="button small quiet" @click=${save("png")}>${icon("load")}${_("PNG")}</button>
        <button type="button" class="button small quiet" @click=${() => print()}>${_("Print")}</button>
      </div>
      <details ?open=${this.plain} @toggle=${(/** @type {CellEvent} */ event) => this.toggle(event)}>
        <summary>${_("As a plain table")}</summary>
        ${this.plain ? plainTable(rows, cells, seats) : nothing}
      </details>
    </div>`;
  }

  /**
   * The drawing, or the word that it stays as it is: a large one is not gone through at every move of the mouse.
   * @param {Compete.Row[]} rows @param {Compete.Cell[][]} cells @param {number} seats
   */
  picture(rows, cells, seats) {
    const made = [rows, cells, this.room, String(this.at), String(this.chosen)];
    const stands = this.box?.isConnected && this.box.querySelector("svg.cross") && made.every((each, at) => each === this.made?.[at]);
    this.made = made;
    return stands ? AS_IT_IS : this.drawing(rows, cells, seats);
  }

  drawing(/** @type {Compete.Row[]} */ rows, /** @type {Compete.Cell[][]} */ cells, /** @type {number} */ seats) {
    const left = EDGE + LETTER * (3 + Math.min(LONGEST_NAME, Math.max(...rows.map((row) => row.name.length))));
    const fits = Math.floor((this.room - left - EDGE) / rows.length);
    const side = Math.min(LARGEST, Math.max(SMALLEST, fits));
    const text = Math.max(SMALLEST_TEXT, Math.round(side * 0.4));
    const top = EDGE + 22;
    const width = left + rows.length * side + EDGE;
    const height = top + rows.length * side + EDGE;
    const [line, column] = this.at;
    return svg`<svg class="cross" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="group"
      aria-label=${_("Each against each; arrow keys go from cell to cell")} font-size=${text}>
      <rect class="ground" width=${width} height=${height}></rect>
      ${rows.map((__, at) => svg`<text class="head" x=${left + (at + 0.5) * side} y=${top - 8} text-anchor="middle">${at + 1}</text>`)}
      ${rows.map(
        (row, at) => svg`<text class="head" x=${EDGE + 2.2 * LETTER} y=${top + (at + 0.5) * side + 5} text-anchor="end">${at + 1}</text>
          <text class="name" x=${EDGE + 3 * LETTER} y=${top + (at + 0.5) * side + 5}>${short(row.name)}</text>`,
      )}
      ${rows.map((row, each) =>
        rows.map((other, at) => {
          const x = left + at * side;
          const y = top + each * side;
          if (each === at) return svg`<path class="self" d="M${x + 8} ${y + 8}L${x + side - 8} ${y + side - 8}"></path>`;
          const cell = cells[each][at];
          const here = each === line && at === column;
          const looked = this.chosen && this.chosen[0] === each && this.chosen[1] === at;
          return svg`<g class="cell" role="button" tabindex=${here ? 0 : -1} data-line=${each} data-column=${at}
            data-result=${cell ? resultOf(cell) : "none"} aria-pressed=${looked ? "true" : "false"} aria-label=${cellWords(row.name, other.name, cell, seats)}>
            <rect x=${x + GAP / 2} y=${y + GAP / 2} width=${side - GAP} height=${side - GAP} rx="4"></rect>
            <text x=${x + side / 2} y=${y + side / 2 + text * 0.35} text-anchor="middle">${cell ? sign(cell, seats) : ""}</text></g>`;
        }),
      )}
    </svg>`;
  }

  words(/** @type {Compete.Row[]} */ rows, /** @type {Compete.Cell[][]} */ cells, /** @type {number} */ seats) {
    const place = this.pointed ?? this.chosen;
    if (!place || !rows[place[0]] || !rows[place[1]]) return "";
    const [line, column] = place;
    return `${cellWords(rows[line].name, rows[column].name, cells[line][column], seats)}.`;
  }

  /** The games of the chosen pair, each with its link. @param {Compete.Shown} shown */
  list(shown) {
    const [one, other] = (this.chosen ?? []).map((at) => shown.standings[at]);
    if (this.games === null) return html`<p class="soft small">${_("Looking for their games.")}</p>`;
    if (!this.games.length) return html`<p class="soft small">${_("{one} and {other} have not met yet.", { one: one.name, other: other.name })}</p>`;
    return html`<ul class="compete-pair below-3">
      ${this.games.map((/** @type {Compete.Game} */ game) => html`<li><a href=${served(`/compete/${shown.id}/games/${game.id}`)}>${game.names.join(" – ")}</a>
        <span class="soft small">${outcome(game)}</span></li>`)}
    </ul>`;
  }

  point(/** @type {CellEvent | null} */ event) {
    const cell = cellAt(event);
    const found = cell ? [Number(cell.dataset.line), Number(cell.dataset.column)] : null;
    if (String(found) === String(this.pointed)) return;
    this.pointed = found;
    this.changed();
  }

  async choose(/** @type {number} */ line, /** @type {number} */ column, /** @type {Compete.Shown} */ shown) {
    const rows = shown.standings;
    this.at = this.chosen = this.pointed = [line, column];
    this.games = null;
    this.changed();
    const asked = new URLSearchParams({ bot: rows[line].entry, against: rows[column].entry, kind: "event" });
    const found = await ask(`/api/competitions/${shown.id}/games?${asked}`);
    if (this.chosen?.[0] !== line || this.chosen[1] !== column) return;
    this.games = found.ok ? found.data.games : [];
    this.changed();
  }

  click(/** @type {CellEvent} */ event, /** @type {Compete.Shown} */ shown) {
    const cell = cellAt(event);
    if (cell) this.choose(Number(cell.dataset.line), Number(cell.dataset.column), shown);
  }

  /** Arrow keys go to the next cell, over the diagonal; Enter and Space choose it. @param {CellEvent} event @param {Compete.Shown} shown */
  key(event, shown) {
    const cell = cellAt(event);
    if (!cell) return;
    const last = shown.standings.length - 1;
    let [line, column] = [Number(cell.dataset.line), Number(cell.dataset.column)];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(line, column, shown);
      return;
    }
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const [down, right] = ways[event.key] ?? [0, 0];
    if (!down && !right) return;
    event.preventDefault();
    const step = line + down === column + right ? 2 : 1;
    line += down * step;
    column += right * step;
    if (line < 0 || column < 0 || line > last || column > last) return;
    this.at = [line, column];
    find(`.cell[data-line="${line}"][data-column="${column}"]`, SVGElement, event.currentTarget).focus();
    this.changed();
  }

  toggle(/** @type {CellEvent} */ event) {
    const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (open === this.plain) return;
    this.plain = open;
    this.changed();
  }
}

const short = (/** @type {string} */ name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

/** How a game ended, in a few words. @param {Compete.Game} given */
function outcome({ names, ranks, verdicts }) {
  const failed = verdicts.map((code, seat) => ({ code, seat })).filter(({ code }) => code !== "fair");
  const best = ranks.flatMap((rank, seat) => (rank === 1 && verdicts[seat] === "fair" ? [names[seat]] : []));
  const won = best.length === 1 ? _("{name} won", { name: best[0] }) : best.length ? _("level") : _("nobody won");
  return [won, ...failed.map(({ code, seat }) => `${names[seat]}: ${VERDICTS[code] ?? code}`)].join("; ");
}

/**
 * The same figures as a table, for whoever reads or hears them so.
 * @param {Compete.Row[]} rows @param {Compete.Cell[][]} cells @param {number} seats
 */
function plainTable(rows, cells, seats) {
  const told = (/** @type {number} */ line, /** @type {number} */ column) => {
    const cell = cells[line][column];
    if (line === column) return html`<span class="self hidden-visually">${_("itself")}</span>`;
    return cell && (seats > 2 ? `${sign(cell, seats)} %` : html`${points(cell[1])}<span class="soft small">/${cell[0]}</span>`);
  };
  /** @type {import("./parts.js").Column[]} */
  const columns = rows.map(({ name }, column) => ({
    title: html`<span aria-hidden="true">${column + 1}</span><span class="hidden-visually">${name}</span>`,
    hint: name,
    cell: (_row, line) => told(line, column),
  }));
  columns.unshift({ title: html`<span class="hidden-visually">${_("Bot")}</span>`, head: true, cell: (row, line) => html`<span class="soft">${line + 1}</span> ${row.name}` });
  const spoken = seats > 2 ? _("Per cent of the bot of the line against that of the column") : _("Points of the bot of the line, which moved first, against that of the column");
  return html`<div class="compete-scroll scroll-x" tabindex="0" role="region" aria-label=${_("Each against each, as a table")}>${table(columns, rows, { kind: "compete-cross", spoken })}</div>`;
}
