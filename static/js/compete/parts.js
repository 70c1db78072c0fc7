/** What several pages of competitions show alike: tables, medals, ratings, badges and notices. */

import { html, nothing } from "lit";
import { signed } from "lib/format.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { ADMISSIONS, BADGES, STATES, VERDICTS } from "./words.js";

/**
 * A column of a table: its title, what stands in it, and the class of its cells; `head` marks the one that names the row.
 * @typedef {{title: unknown, cell: (row: any, at: number) => unknown, kind?: string, hint?: string, head?: boolean}} Column
 */

/**
 * A table. `more` gives a further line below one; `spoken` is a caption for screen readers alone.
 * @param {Column[]} columns @param {readonly any[]} rows
 * @param {{kind?: string, spoken?: string, caption?: unknown, rowKind?: (row: any) => string, more?: (row: any, at: number) => unknown}} about
 */
export function table(columns, rows, { kind = "", spoken = "", caption = nothing, rowKind = () => "", more = () => nothing } = {}) {
  return html`<table class="compete-table fill ${kind}">
    ${spoken ? html`<caption class="hidden-visually">${spoken}</caption>` : caption}
    <thead><tr>${columns.map((column) => html`<th scope="col" class=${column.kind ?? ""} title=${column.hint ?? nothing}>${column.title}</th>`)}</tr></thead>
    <tbody>
      ${rows.map(
        (row, at) => html`<tr class=${rowKind(row)}>
            ${columns.map(({ cell, kind: each = "", head }) => (head ? html`<th scope="row">${cell(row, at)}</th>` : html`<td class=${each}>${cell(row, at)}</td>`))}
          </tr>
          ${more(row, at)}`,
      )}
    </tbody>
  </table>`;
}

export const medal = (/** @type {number} */ badge) =>
  badge
    ? html`<span class="medal round-mark small strong sunken" data-badge=${badge}><span aria-hidden="true">${badge}</span><span class="hidden-visually">, ${BADGES[badge]}</span></span> `
    : nothing;

/** A rating with its interval. @param {Compete.Rated} row */
export const rating = ({ elo, elo_error: error }, kind = "") => html`<span class=${kind}>${signed(Math.round(elo))}</span> <span class="soft">± ${Math.round(error)}</span>`;

export const stateBadge = (/** @type {string} */ state) => html`<span class="badge compete-state" data-state=${state}>${STATES[state]}</span>`;

export const admissionBadge = (/** @type {string} */ admission, words = ADMISSIONS[admission], kind = "") => html`<span class="badge ${kind}" data-admission=${admission}>${words}</span>`;

/** How large a file is, in words. @param {number} bytes */
export const size = (bytes) => (bytes < 10_000 ? _("{bytes} bytes", { bytes }) : _("{bytes} kB", { bytes: Math.round(bytes / 1000) }));

/** How a bot failed in a game. @param {string} code @param {string} [name] of the bot, where it does not say itself */
export const verdictBadge = (code, name = "") => html`<span class="badge compete-verdict rounded" data-code=${code}>${name ? `${name}: ` : ""}${VERDICTS[code] ?? code}</span>`;

/** What the server refused, or nothing. @param {string | null} sentence */
export const refusal = (sentence) => (sentence ? html`<p class="notice bad" role="alert">${sentence}</p>` : nothing);

export const lostNotice = (/** @type {boolean} */ lost) => (lost ? html`<p class="notice warn" role="status">${_("The server does not answer; this is how it stood last.")}</p>` : nothing);

/**
 * Which season of how many it is, with the ones before and after; nothing for a competition without others.
 * @param {Compete.Season | null} season @param {string} [page] what stands behind the address of a competition
 */
export function seasonLinks(season, page = "") {
  if (!season) return nothing;
  const link = (/** @type {{id: string, title: string}} */ { id, title }) => html`<a href=${served(`/compete/${id}${page}`)}>${title}</a>`;
  const { number, of, before, after } = season;
  return html`<p class="soft" id="seasons">
    ${_("Season {number} of {of}.", { number, of })}
    ${before ? withElements(_("Before it: {title}."), { title: link(before) }) : nothing}
    ${after ? withElements(_("The next one: {title}."), { title: link(after) }) : season.due ? _("The next one begins in a moment.") : nothing}
  </p>`;
}

/** What a bot wrote in a game. @param {string} log @param {string} label */
export const written = (log, label) => (log.trim() ? html`<pre tabindex="0" aria-label=${label}><code>${log}</code></pre>` : html`<p class="soft small">${_("It wrote nothing.")}</p>`);
