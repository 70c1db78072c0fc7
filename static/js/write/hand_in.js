/** Handing in from the editor: taking part where one has no bot yet, then a new version, and on to its page. */

import { html, nothing } from "lit";
import { ask } from "lib/http.js";
import { authorised, keepOwner, ownBots, ownerKey } from "../compete/keys.js";

/** The bot of one's own in a competition: the one that the address names, else the first; "" without one. */
export function ownBot(competition, wanted) {
  const own = Object.keys(ownBots(competition));
  return own.includes(wanted) ? wanted : (own[0] ?? "");
}

/**
 * Hand a source in, taking part first if need be; gives the address at which its first games are watched.
 * @returns {Promise<{ok: boolean, data?: {url: string, version: number}, error?: any}>}
 */
export async function handIn({ competition, bot, source, note }) {
  const address = `/api/competitions/${competition}/bots`;
  let entry = ownBot(competition, bot);
  if (!entry) {
    const made = await ask(address, {});
    if (!made.ok) return made;
    entry = made.data.bot;
    keepOwner(competition, entry, made.data.key);
  }
  return ask(`${address}/${encodeURIComponent(entry)}/versions`, { source, note }, authorised(ownerKey(competition, entry)));
}

/**
 * The panel: what is handed in where.
 * @param {any} state @param {any} competition @param {string} bot
 * @param {{change: (how: (state: any) => void) => void, handIn: () => void}} on
 */
export function handInPanel(state, competition, bot, on) {
  if (!competition.takes) {
    return html`<p class="notice">${competition.title} takes no more bots. <a href="/compete/${competition.id}">See how it stands.</a></p>`;
  }
  const own = ownBot(competition.id, bot);
  return html`<div class="write-hand-in">
    <p>
      ${own
        ? html`This becomes the next version of your bot in <a href="/compete/${competition.id}">${competition.title}</a>.`
        : html`You take part in <a href="/compete/${competition.id}">${competition.title}</a> with a new bot. It gets a name of colour and animal; yours is
            shown only if you say so later.`}
    </p>
    <div class="field">
      <label for="note">Note for yourself <span class="soft">(if you like)</span></label>
      <input id="note" maxlength="200" autocomplete="off" placeholder="What is new in this version" .value=${state.note}
        @input=${(event) => on.change((now) => (now.note = event.target.value))} />
    </div>
    <button type="button" class="button primary large" ?disabled=${state.handing} @click=${on.handIn}>
      ${state.handing ? "One moment" : `Hand in to ${competition.title}`}
    </button>
    ${state.handed ? html`<p class="notice bad" role="alert">${state.handed.sentence}</p>` : nothing}
    <p class="hint">It then plays its first games, against itself and against random, and you watch how it fares.</p>
  </div>`;
}
