/** The page of games: open ones to join, one's own going on and ended, one's strength, and the way to another device. */

import { html, nothing, render } from "lit";
import { deviceGame, moving } from "./games_device.js";
import { offer, openGames } from "./games_open.js";
import { button } from "lib/button.js";
import { deviceBoards } from "lib/device_boards.js";
import { boardsKept, forget, keepResult, ownIds, resultOf, results, seatTokens, readList, takeList, wholeList } from "lib/device_games.js";
import { confirmation, dialogBox, settleDialog } from "lib/dialog.js";
import { find } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { ask } from "lib/http.js";
import { keep, recall, takeFragment } from "lib/kept.js";
import { _, ngettext } from "lib/messages.js";
import { takeData } from "lib/pictures.js";
import { saveFile } from "lib/save.js";
import { origin, served } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import { ownStrength, ratedResults } from "lib/strength.js";

const OPEN_EVERY = 4000;
const OWN_EVERY = 20_000;
const AT_ONCE = 20;
const MOST_LOOKED_AT = 100;
const NICKNAME = "plyground.nickname";
const LARGEST_FILE = 2_000_000;

const host = find("#games");
const given = takeData(host);
const speaker = new Speaker(find("#spoken"));
/** @type {Games.State} */
const state = {
  games: given.games,
  open: given.open,
  cards: results(),
  looked: false,
  wish: { game: given.games[0]?.id ?? "", clock: "300+5", first: "lot", nickname: recall(NICKNAME) ?? "" },
  problem: "",
  code: "",
  said: "",
  base: origin(),
  leaving: null,
};

const act = {
  change: (/** @type {Partial<Games.State>} */ more) => (Object.assign(state, more), draw()),
  wish: (/** @type {Partial<Games.State["wish"]>} */ more) => act.change({ wish: { ...state.wish, ...more } }),
  say: (/** @type {string} */ said) => (speaker.say(said), act.change({ said })),

  /** List a game of one's own and go to wait there. */
  async offer() {
    const { game, clock, first, nickname } = state.wish;
    const count = state.games.find((each) => each.id === game)?.seat_count ?? 2;
    const mine = { me: 0, other: 1, lot: Math.floor(Math.random() * count) }[first] ?? 0;
    const seats = Array.from({ length: count }, (_each, seat) => (seat === mine ? { kind: "person", ...(nickname.trim() ? { name: nickname.trim() } : {}) } : { kind: "link" }));
    if (nickname.trim()) keep(NICKNAME, nickname.trim());
    const made = await ask("/games", { game, seats, clock: clockOf(clock), listed: true });
    if (made.ok) location.assign(made.data.url);
    else act.change({ problem: made.error.sentence });
  },

  async join(/** @type {string} */ id) {
    const taken = await ask(`/api/open/${id}/take`, {});
    if (taken.ok) return location.assign(taken.data.url);
    act.change({ problem: taken.error.sentence });
    return lookAtOpen();
  },

  async withdraw(/** @type {string} */ id) {
    await ask(`/api/open/${id}/withdraw`, {});
    return lookAtOpen();
  },

  async makeCode() {
    const made = await ask("/api/handovers", { list: wholeList() });
    act.change({ code: made.ok ? made.data.code : "" });
    act.say(made.ok ? _("Type this code on the other device within 15 minutes.") : made.error.sentence);
  },

  async takeCode(/** @type {string} */ code) {
    const found = await ask("/api/handovers/take", { code });
    if (found.ok) take(found.data.list);
    else act.say(found.error.sentence);
  },

  save() {
    saveFile(new Blob([JSON.stringify(wholeList(), null, 1)], { type: "application/json" }), "plyground-games.json");
  },

  async load(/** @type {File} */ file) {
    try {
      if (file.size > LARGEST_FILE) throw new Error(_("This file is too large to be a list of games."));
      take(JSON.parse(await file.text()));
    } catch (error) {
      act.say(error instanceof SyntaxError ? _("This is no list of games that was saved here.") : /** @type {Error} */ (error).message);
    }
  },
};

/** Take over what a file or another device gave. @param {unknown} list */
function take(list) {
  try {
    const fresh = takeList(readList(list));
    act.say(ngettext("{count} game came over.", "{count} games came over.", fresh));
    lookAtOwn();
  } catch (error) {
    act.say(/** @type {Error} */ (error).message);
  }
}

/** The clock that a choice stands for. @param {string} text */
function clockOf(text) {
  const [base, increment] = text.split("+").map(Number);
  if (text.endsWith("d")) return { kind: "days", days: Number.parseInt(text, 10) };
  return text === "none" ? { kind: "none" } : { kind: "game", base, increment };
}

async function lookAtOpen() {
  const found = await ask("/api/open");
  if (found.ok) act.change({ open: found.data.games });
}

/** Ask how the games stand of which no end is known, and keep the ends. */
async function lookAtOwn() {
  const running = ownIds().filter((id) => !resultOf(id) && seatTokens(id).length).slice(0, MOST_LOOKED_AT);
  /** @type {Games.Card[]} */
  const found = [];
  for (let at = 0; at < running.length; at += AT_ONCE) {
    const some = running.slice(at, at + AT_ONCE).map((id) => ({ id, tokens: seatTokens(id) }));
    const answer = await ask("/api/games/cards", { games: some });
    if (!answer.ok) return act.change({ looked: true });
    found.push(...answer.data.games);
  }
  const there = found.filter((card) => !card.gone && !card.error);
  there.filter((card) => card.status === "finished").forEach(keepResult);
  return act.change({ looked: true, cards: [...there.filter((card) => card.status === "playing"), ...results()] });
}

function draw() {
  const going = state.cards.filter((card) => card.status === "playing").sort((one, other) => Number(other.your_turn) - Number(one.your_turn));
  const ended = state.cards.filter((card) => card.status === "finished");
  render(
    html`<div class="column gap-5">
        ${going.length ? own("going-title", _("Your games"), going) : nothing} ${openGames(state, act)}
        ${own("ended-title", _("Your games that have ended"), ended)}
        ${deviceBoards(boardsKept(), remove)}
        <p><a href=${served("/board")}>${_("A board for two")}</a>: ${_("two people at this device, also without the server.")}</p>
        <p><a href=${served("/analysis")}>${_("Analysis board")}</a>: ${_("your own moves as branches, and what a search thinks of each.")}</p>
      </div>
      <div class="column gap-5"><p class="button-row"><a class="button" href=${served("/deck")}>${icon("again")}${_("Your mistakes, to be played better")}</a></p>${offer(state, act)} ${strength()} ${moving(state, act)}</div>
      ${dialogBox(state.leaving ? leave(state.leaving) : nothing, () => act.change({ leaving: null }))}`,
    host,
  );
  settleDialog(host);
}

/** The button that takes a game off the list. @param {string} id @param {string} title */
const remove = (id, title) => button(html`${_("Remove")}<span class="hidden-visually"> ${title}</span>`, () => act.change({ leaving: id }), { kind: "quiet" });

/** What is asked before that. @param {string} id */
function leave(id) {
  const words = html`<p class="below-3">${_("This device forgets it for good.")}</p>`;
  return confirmation(_("Remove this game?"), words, _("Keep"), _("Remove"), () => {
    forget(id);
    act.change({ cards: state.cards.filter((card) => card.id !== id) });
  });
}

/** Some of one's own games. @param {string} id @param {string} title @param {Games.Card[]} cards */
function own(id, title, cards) {
  return html`<section class="column gap-3" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${cards.length
      ? html`<ul class="games-list">${cards.map((card) => deviceGame(card, remove))}</ul>`
      : html`<p class="soft">${_("Games that you have played on this device stand here with their results.")}</p>`}
  </section>`;
}

/** One's own strength in each game, as far as results against measured levels tell it. */
function strength() {
  const rows = Object.entries(ratedResults(results(), state.games)).map(([game, played]) => ({ game, found: ownStrength(played) }));
  if (!rows.length) return nothing;
  return html`<section class="column gap-3" aria-labelledby="strength-title">
    <h2 id="strength-title">${_("Your strength")}</h2>
    <ul class="games-list">
      ${rows.map(({ game, found }) => found
        ? html`<li><span class="words"><strong>${state.games.find((each) => each.id === game)?.title}: ${found.strength}</strong>
            <span class="soft small">${ngettext(
              "with 95 % certainty from {low} to {high}, by {count} game against a measured level",
              "with 95 % certainty from {low} to {high}, by {count} games against measured levels",
              found.games, { low: found.low, high: found.high })}</span></span></li>`
        : nothing)}
    </ul>
    <p class="hint">${_("Reckoned on this device from your results; the levels’ ratings beside their names are on the same scale.")}</p>
  </section>`;
}

draw();
lookAtOwn();
ask("/api/address").then((address) => address.ok && act.change({ base: address.data.base }));
const code = takeFragment("code");
if (code) act.takeCode(code);
setInterval(() => document.hidden || lookAtOpen(), OPEN_EVERY);
setInterval(() => document.hidden || lookAtOwn(), OWN_EVERY);
addEventListener("pageshow", (event) => event.persisted && (lookAtOpen(), lookAtOwn()));
