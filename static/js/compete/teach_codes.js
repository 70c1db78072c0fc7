/** The teacher's list of who takes part: pasted names become codes, in a table on the screen and in slips on paper. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { peopleForm, slips } from "lib/codes.js";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { origin } from "lib/served.js";
import { refusal, table } from "./parts.js";
import { askTeacher, hasKey, noKey, save } from "./teach_ask.js";

/** @typedef {{number: number, name: string, team: string, code: string, bot: string | null, come: boolean}} Person */

const host = find("#desk");
const given = pageData("given");
const root = `/${given.id}/codes`;
/** @type {{people: Person[] | null, most: number, list: string, problem: string, busy: boolean, base: string, said: string}} */
const state = { people: null, most: 0, list: "", problem: "", busy: false, base: origin(), said: "" };

const change = (/** @type {Partial<typeof state>} */ fields) => {
  Object.assign(state, fields);
  render(template(), host);
};

/** Ask for the list, or for a change of it. @param {string} path @param {unknown} [body] @param {Partial<typeof state>} [fields] */
async function send(path, body, fields = {}) {
  if (state.busy) return;
  change({ busy: true, problem: "", said: "" });
  const found = await askTeacher(root + path, body);
  change(found.ok ? { busy: false, people: found.data.people, most: found.data.most, ...fields } : { busy: false, problem: found.error.sentence });
}

const address = () => `${state.base}/compete/${given.id}/enter`;

function form() {
  const add = () => send("", { list: state.list }, { list: "", said: _("The list is kept.") });
  const help = _("A line for each person: the name, and for those who work together a semicolon and the name of their team, or two columns of a spreadsheet. Names are shown to you alone. Who stands in the list already stays, and goes into the team that is given now if they have neither a team nor a bot.");
  return peopleForm({ ...state, title: state.people?.length ? _("More people") : _("Who takes part"), help, typed: (list) => change({ list }), add });
}

const button = (/** @type {Person} */ person, /** @type {string} */ step, /** @type {string} */ words) =>
  html`<button type="button" class="button small quiet" ?disabled=${state.busy} aria-label="${words}: ${person.name}" @click=${() => send(`/${person.number}/${step}`, {})}>${words}</button>`;

function list(/** @type {Person[]} */ people) {
  return html`<section class="card codes-table above-4">
    <div class="row justify-between"><h2 id="codes-title">${ngettext("{count} code", "{count} codes", people.length)}</h2>
      <p class="button-row"><button type="button" class="button small" @click=${() => print()}>${_("Print slips")}</button>
        <button type="button" class="button small" @click=${async () => change({ problem: await save(`${root}.csv`, `plyground-${given.id}-codes.csv`) })}>${icon("load")}${_("Table (CSV)")}</button></p></div>
    <div class="codes-scroll" tabindex="0" role="region" aria-labelledby="codes-title">${table(
      [
        { title: _("Name"), head: true, cell: (person) => person.name },
        { title: _("Team"), cell: (person) => person.team || "–" },
        { title: _("Code"), cell: (person) => html`<span class="mono codes-code">${person.code}</span>` },
        { title: _("Bot"), cell: (person) => (person.come ? person.bot : person.bot ? _("{bot}, not come yet", { bot: person.bot }) : _("not come yet")) },
        { title: html`<span class="hidden-visually">${_("What can be done")}</span>`, cell: (person) => html`${button(person, "renew", _("New code"))} ${button(person, "remove", _("Take off"))}` },
      ],
      people,
    )}</div>
    <p class="hint">${_("A new code locks out every browser that the old one has let in. Who is taken off loses the key; the bot stays.")}</p>
  </section>
  ${slips(people.map(({ name, team, code }) => ({ name: team ? `${name} · ${team}` : name, code })), given.title, address())}`;
}

function template() {
  if (!hasKey()) return noKey();
  const { people } = state;
  return html`<header class="compete-head below-5 codes-tools"><h1>${_("Join codes")}</h1>
      <p class="lead soft">${_("With a list, whoever takes part types a code: one bot for each person or team. Without one, everybody who knows the address may take part.")}</p></header>
    ${people ? form() : state.problem ? refusal(state.problem) : html`<p class="soft" role="status">${_("One moment …")}</p>`} ${people?.length ? list(people) : nothing}
    <p class="hidden-visually" role="status">${state.said}</p>`;
}

change({});
if (hasKey()) {
  send("");
  ask("/api/address").then((found) => found.ok && change({ base: found.data.base }));
}
