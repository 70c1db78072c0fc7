/** Where a student may go once the teacher lets the class look around; each place opens beside the class. */

import { html } from "lit";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { fragment } from "../lab/address.js";

/** The places that a scene suggests, then those that are always there. @param {Classroom.Scene} scene @returns {{path: string, title: string}[]} */
export function places(scene) {
  const found = [];
  if (scene.kind === "position") {
    const { game, options, position } = scene;
    found.push({ path: `/lab${fragment({ game, options, position })}`, title: _("Look inside a search of this position") });
    found.push({ path: `/new/${game}?${new URLSearchParams({ position })}`, title: _("Play on from this position") });
  }
  if (scene.kind === "stage" && scene.link) found.push({ path: scene.link, title: _("Walk through this search") });
  if (scene.kind === "game" || scene.kind === "vote") found.push({ path: `/g/${scene.id}`, title: _("Go through the moves of this game") });
  return [...found, { path: "/lab", title: _("The lab") }, { path: "/trees", title: _("Trees") }, { path: "/rules", title: _("Rules") }, { path: "/", title: _("Play") }];
}

/** @param {Classroom.Scene} scene */
export function roamLinks(scene) {
  return html`<nav class="class-roam column gap-2 card" aria-labelledby="class-roam-title">
    <h2 id="class-roam-title">${_("Look around")}</h2>
    <p class="soft">${_("The teacher lets you go by yourself. Each opens in a tab of its own; come back here for questions.")}</p>
    <ul class="row">${places(scene).map(({ path, title }) => html`<li><a class="inline tap" href=${served(path)} target="_blank" rel="noopener">${title}</a></li>`)}</ul>
  </nav>`;
}
