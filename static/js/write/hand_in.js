/** Handing in from the editor: taking part where one has no bot yet, then a new version, and on to its page. */

import { html, nothing } from "lit";
import { ask, askText } from "lib/http.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { codeField } from "../compete/owner/code_field.js";
import { authorised, keepOwner, ownBots, ownerKey } from "../compete/keys.js";

/**
 * The bot of one's own in a competition: the one that the address names, else the first; "" without one.
 * @param {string} competition @param {string} wanted
 */
export function ownBot(competition, wanted) {
  const own = Object.keys(ownBots(competition));
  return own.includes(wanted) ? wanted : (own[0] ?? "");
}

/** What is known of a bot: its name and versions; null if it cannot be had. @param {string} competition @param {string} bot */
export async function about(competition, bot) {
  const found = await ask(`/api/competitions/${competition}/bots/${encodeURIComponent(bot)}`);
  return found.ok ? found.data : null;
}

/**
 * The file that was handed in last as this bot; null if there is none, or it was something else.
 * @param {string} competition @param {string} bot @param {string} language
 */
export async function latestSource(competition, bot, language) {
  const key = ownerKey(competition, bot);
  const latest = key ? (await about(competition, bot))?.versions[0] : null;
  const number = (latest?.language ?? "python") === language ? latest?.number : undefined;
  const address = `/api/competitions/${competition}/bots/${encodeURIComponent(bot)}/versions/${number}/source?weights=no`;
  return number ? askText(address, authorised(key), language === "python" ? "text/x-python" : "text/") : null;
}

/**
 * Hand a source in, taking part first if need be; gives the address at which its first games are watched.
 * @returns {Promise<{bot: string} & Protocol.Answer>}
 * @param {{competition: string, bot: string, code: string, source: string, language: string, suffix: string, note: string, weights: File | null}} given
 * `code` where one is needed; `suffix` is that of the language's files
 */
export async function handIn({ competition, bot, code, source, language, suffix, note, weights }) {
  const address = `/api/competitions/${competition}/bots`;
  let entry = ownBot(competition, bot);
  if (!entry) {
    const made = await ask(address, code ? { code } : {});
    if (!made.ok) return { ...made, bot: "" };
    entry = made.data.bot;
    keepOwner(competition, entry, made.data.key);
  }
  const key = ownerKey(competition, entry);
  let body = /** @type {any} */ ({ source, language, note });
  if (weights) {
    body = new FormData();
    for (const [name, value] of Object.entries({ file: new File([source], `bot${suffix}`), language, note, weights })) body.append(name, value);
  }
  return { bot: entry, ...(await ask(`${address}/${encodeURIComponent(entry)}/versions`, body, authorised(key))) };
}

/**
 * The panel: what is handed in where.
 * @param {any} state with `own`, what is known of one's own bot there
 * @param {any} competition @param {string} bot the own one, "" without
 * @param {{change: Write.Change, handIn: () => void}} on
 */
export function handInPanel(state, competition, bot, on) {
  const page = html`<a href=${served(`/compete/${competition.id}`)}>${competition.title}</a>`;
  if (!competition.takes || (!bot && competition.state !== "open" && !competition.codes)) {
    return html`<p class="notice">${competition.takes ? _("{title} takes no new bots, only further versions of those that take part.", competition) : _("{title} takes no new bots.", competition)}</p>
      <p>${page}</p>`;
  }
  const next = (state.own?.versions[0]?.number ?? 0) + 1;
  const learnt = state.own?.versions[0]?.weights;
  const name = state.own ? html`<a href=${served(`/compete/${competition.id}/bots/${bot}`)}>${state.own.name}</a>` : _("your bot");
  return html`<div class="write-hand-in column gap-4 justify-start">
    <p>
      ${bot
        ? withElements(_("This becomes version {next} of {name} in {page}."), { next, name, page })
        : withElements(_("You take part in {page} with a new bot. It gets a name of colour and animal; yours is shown only if you say so later."), { page })}
    </p>
    ${bot || !competition.codes ? nothing : codeField(state.code, (code) => on.change((now) => (now.code = code)))}
    <div class="field">
      <label for="note">${_("Note")} <span class="soft">${_("(you and the teacher see it)")}</span></label>
      <input id="note" maxlength="200" autocomplete="off" placeholder=${_("What is new in this version")} .value=${state.note}
        @input=${(/** @type {FieldEvent} */ event) => on.change((now) => (now.note = event.target.value))} />
    </div>
    ${learnt && !state.weights ? html`<p class="notice">${_("Version {number} came with {name}: choose the file again under “Learnt weights”, or the next version has none.", { number: next - 1, name: learnt.name })}</p>` : nothing}
    <button type="button" class="button primary large" id="hand" ?disabled=${state.handing} @click=${on.handIn}>
      ${state.handing ? _("One moment") : _("Hand in to {title}", { title: competition.title })}
    </button>
    ${state.handed ? html`<p class="notice bad" role="alert">${state.handed.sentence}</p>` : nothing}
    <p class="hint">${_("It then plays its first games, against itself and against random, and you watch how it fares.")}</p>
  </div>`;
}
