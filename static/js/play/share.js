/** The share panel: links to watch and to take a seat, their QR codes, and the game as a file. */

import { html, nothing } from "lit";
import { copyText } from "lib/copy.js";
import { icon } from "lib/icons.js";
import { _, withElements } from "lib/messages.js";
import { titleOf } from "lib/notations.js";
import { origin, served } from "lib/served.js";
import { writeFragment } from "lib/tokens.js";
import { saveBoard } from "./image.js";
import { isLive, shownPly } from "./select.js";
import { nameOf, yours } from "./words.js";

/**
 * The links that this page can give out: to watch, to each open seat, and to go on with one's own seats elsewhere.
 * @returns {{id: string, title: string, path: string, secret: boolean, hint: string}[]} @param {Play.State} state
 */
export function links(state) {
  const { game, tokens } = state;
  const page = `/g/${game.id}`;
  const found = [];
  for (const [name, token] of Object.entries(tokens)) {
    const seat = Number(name.slice(1));
    if (!name.startsWith("i") || yours(game).includes(seat)) continue;
    found.push({
      id: name,
      title: _("Invite {seat}", { seat: nameOf(game, seat) }),
      path: page + writeFragment({ [`s${seat}`]: token }),
      secret: true,
      hint: _("Whoever opens this link plays this seat; send it to one person."),
    });
  }
  const ply = isLive(state) ? "" : `?ply=${shownPly(state)}`;
  found.push({
    id: "watch",
    title: ply ? _("Watch, from move {ply}", { ply: shownPly(state) }) : _("Watch"),
    path: page + ply,
    secret: false,
    hint: _("Anybody with this link sees the game, live and afterwards."),
  });
  const mine = Object.fromEntries(Object.entries(tokens).filter(([name]) => /^(s|d$)/.test(name)));
  if (Object.keys(mine).length) {
    found.push({
      id: "own",
      title: _("Play on from another device"),
      path: page + writeFragment(mine),
      secret: true,
      hint: _("This link is your own seat. Keep it to yourself."),
    });
  }
  return found;
}

/** The panel; only the chosen link shows its code. @param {Play.State} state @param {Play.Act} act */
export function sharePanel(state, act) {
  const base = state.ui.base ?? origin();
  const all = links(state);
  const chosen = all.find((link) => link.id === state.ui.link) ?? all[0];
  return html`<div class="share column gap-4">
    <div class="segments" role="radiogroup" aria-label=${_("Which link")}>
      ${all.map(
        (link) => html`<label
          ><input type="radio" name="link" .checked=${link === chosen} @change=${() => act.ui({ link: link.id })} />
          ${link.title}</label
        >`,
      )}
    </div>
    ${shareLink(chosen, base, act, state.ui.renewing)} ${downloads(state, act)} ${openRecord(state, act)}
  </div>`;
}

/** @param {ReturnType<typeof links>[0]} link @param {string} base @param {Play.Act} act */
function shareLink(link, base, act, busy = false) {
  const address = base + link.path;
  const copy = async (/** @type {FieldEvent} */ event) => {
    const field = event.currentTarget.parentElement?.querySelector("input");
    const done = await copyText(address);
    if (!done) field?.select();
    act.say(done ? _("The link is copied.") : _("Copying is not possible here; the link is selected, so copy it yourself."));
  };
  return html`<div class="link column gap-4">
    <img class="qr" src=${served(`/qr.svg?path=${encodeURIComponent(link.path)}`)} width="176" height="176"
      alt=${_("QR code of the link: {title}", { title: link.title })} />
    <div class="column gap-1">
      <label class="small" for="link-address">${link.title}</label>
      <div class="notation-row">
        <input id="link-address" class="mono" readonly .value=${address} @focus=${(/** @type {FieldEvent} */ event) => event.target.select()} />
        <button type="button" class="button" @click=${copy}>${icon("copy")}${_("Copy")}</button>
      </div>
      <p class="small soft">${link.hint}</p>
      ${link.id === "own"
        ? html`<p class="small soft">${_("Has somebody else seen it? A new link makes this one worthless, on your other devices too.")}</p>
            <p class="button-row"><button type="button" class="button small" ?disabled=${busy} @click=${act.renew}>${icon("again")}${_("A new link")}</button></p>`
        : nothing}
    </div>
  </div>`;
}

/** The game as files: the whole record, each notation that the game writes, and a film. @param {Play.State} state @param {Play.Act} act */
function downloads(state, act) {
  const { game, ui } = state;
  const { film } = ui;
  const page = served(`/api/games/${game.id}`);
  return html`<div class="downloads column gap-2">
    <h2>${_("Keep this game")}</h2>
    <p class="button-row">
      <a class="button small" href="${page}/record?download" download="${game.game}-${game.id}.json"
        >${icon("load")}${_("Record")}</a
      >
      ${ui.records
        .filter((form) => form !== "json")
        .map(
          (form) => html`<a class="button small" href="${page}/notation?form=${form}&amp;download"
            download="${game.game}-${game.id}.${form}.txt">${icon("load")}${titleOf(form)}</a>`,
        )}
      ${game.ply
        ? html`<button type="button" class="button small" ?disabled=${film !== undefined} @click=${act.film}>
            ${icon("play")}${film === undefined ? _("Film (GIF)") : _("Drawing the film, {share} %", { share: Math.floor(100 * film) })}</button>`
        : nothing}
    </p>
    <h2>${_("Keep this position")}</h2>
    <p class="button-row">
      ${/** @type {("svg" | "png")[]} */ (["svg", "png"]).map(
        (form) => html`<button type="button" class="button small" @click=${() => saveBoard(form, `${game.game}-${game.id}-${shownPly(state)}`)}>
          ${icon("load")}${form.toUpperCase()}</button>`,
      )}
      <a class="button small" href=${served(`/embed/${game.id}${isLive(state) ? "" : `?start=${shownPly(state)}`}`)}>${icon("board")}${_("For other pages")}</a>
    </p>
    <p class="small soft">${withElements(_("“For other pages” is this game without the page around it. Its address takes {settings}."), { settings: html`<span class="mono">theme, start, speed, autoplay, flip</span>` })}</p>
  </div>`;
}

/** A field for a game written elsewhere, which opens as a new game. @param {Play.State} state @param {Play.Act} act */
function openRecord(state, act) {
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    act.openRecord(event.target.elements.record.value);
  };
  return html`<details>
    <summary>${_("Open a written game")}</summary>
    <form class="field" @submit=${submit}>
      <label for="record">${_("A game of {title} in any of its notations", { title: state.game.title })}</label>
      <textarea id="record" name="record" rows="4" class="mono" spellcheck="false" required></textarea>
      <p class="button-row"><button class="button">${_("Open it as a new game")}</button></p>
      ${state.ui.recordError ? html`<p class="notice bad">${state.ui.recordError}</p>` : nothing}
    </form>
  </details>`;
}
