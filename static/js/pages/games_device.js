/** A game of this device as a line of the list, and the way of the whole list to another device. */

import { html, nothing } from "lit";
import { clockWords, longTime } from "lib/clock_words.js";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

/** How a game stands for its player, in a few words. @param {Games.Card} card */
export function standing({ status, result, yours, your_turn: yourTurn, waiting, seats }) {
  if (status === "playing") {
    if (yourTurn) return _("Your turn");
    return waiting?.length ? _("Waiting for a guest") : _("The others’ turn");
  }
  if (result?.reason === "failed") return _("Stopped");
  if (result?.reason === "called_off") return _("Called off");
  if (result?.winner === null || result?.winner === undefined) return _("Draw");
  if (yours.length !== 1) return _("{who} won", { who: seats[result.winner]?.name ?? "" });
  return yours.includes(result.winner) ? _("Won") : _("Lost");
}

/** The time that is left for the move, where days count. @param {Games.Card} card */
export function timeLeft({ clock, status }) {
  const { kind, left, running, at = 0, now = 0 } = clock;
  if (kind !== "days" || status !== "playing" || !left || running === null || running === undefined) return "";
  const time = longTime(Math.max(0, left[running] - Math.max(0, now - at)));
  return time ? _("{time} left", { time }) : _("less than two hours left");
}

/** One line. @param {Games.Card} card @param {(id: string, title: string) => unknown} more what stands beside the link of a game that goes on without others */
export function deviceGame(card, more) {
  const { seats, yours } = card;
  const others = seats.filter((_seat, at) => !(yours.length === 1 && yours[0] === at)).map(({ name }) => name);
  const facts = [ngettext("{count} move", "{count} moves", card.ply), clockWords(card.clock), timeLeft(card), card.created.slice(0, 10)];
  const over = card.status === "finished";
  const alone = seats.every(({ kind }, at) => kind === "bot" || yours.includes(at));
  return html`<li data-own=${card.id}>
    <span class="words"><strong>${card.title}</strong> <span>${_("with {names}", { names: others.join(", ") })}</span>
      <span class="soft small">${facts.filter(Boolean).join(", ")}</span></span>
    <span class="badge ${card.your_turn ? "warn" : ""}">${standing(card)}</span>
    <span class="button-row">${over && card.ply ? html`<a class="button small" href=${served(`/review#from=${card.id}`)}>${_("Review")}<span class="hidden-visually"> ${card.title}, ${others.join(", ")}</span></a>` : nothing}
    <a class="button small ${card.your_turn ? "primary" : ""}" href=${served(`/g/${card.id}`)}
      >${over ? _("Look through") : _("Continue")}<span class="hidden-visually"> ${card.title}, ${others.join(", ")}</span></a>
    ${!over && alone ? more(card.id, `${card.title}, ${others.join(", ")}`) : nothing}</span>
  </li>`;
}

/**
 * The list's way to another device: by a code, by a link, or as a file.
 * @param {Games.State} state
 * @param {{makeCode(): void, takeCode(code: string): void, save(): void, load(file: File): void}} act
 */
export function moving({ code, said, base }, act) {
  const type = (/** @type {FormEvent} */ event) => (event.preventDefault(), act.takeCode(event.target.elements.code.value));
  const choose = (/** @type {FieldEvent} */ event) => event.target.files?.[0] && act.load(event.target.files[0]);
  const path = `/games#code=${code}`;
  return html`<section class="column gap-3" aria-labelledby="moving-title">
    <h2 id="moving-title">${_("On another device")}</h2>
    <p class="soft">${_("Your games, results and nickname are kept on this device alone. A code or a file brings them to another; here they stay.")}</p>
    ${said ? html`<p class="notice" id="moving-said">${said}</p>` : nothing}
    <p class="button-row">
      <button type="button" class="button" @click=${act.makeCode}>${icon("share")}${_("Make a code")}</button>
      <button type="button" class="button" @click=${act.save}>${icon("load")}${_("Save as a file")}</button>
    </p>
    ${code
      ? html`<div class="card column gap-2"><span class="games-code" id="moving-code">${code.slice(0, 5)} ${code.slice(5)}</span>
          <img class="qr" width="160" height="160" src=${served(`/qr.svg?path=${encodeURIComponent(path)}`)} alt=${_("QR code of the link that brings your games over")} />
          <span class="small mono">${base}${path}</span></div>`
      : nothing}
    <form class="field" @submit=${type}>
      <label for="moving-type">${_("A code from another device")}</label>
      <span class="notation-row"><input id="moving-type" name="code" class="mono" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="24" required />
        <button class="button">${_("Bring them here")}</button></span>
    </form>
    <div class="field"><label for="moving-file">${_("A saved file")}</label>
      <input id="moving-file" type="file" accept=".json,application/json" @change=${choose} /></div>
  </section>`;
}
