/** Holds what is on screen in the class: nothing, a position, a stage or a live game; what stays the same is not made anew. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { ShownBoard } from "../lab/shown_board.js";

/** A text of the teacher's plan, in its paragraphs; an exercise stands on a page of its own. @param {Classroom.Scene} scene */
const textOf = ({ text = "", link = "" }) => html`<div class="class-text column">${text.split("\n\n").filter(Boolean).map((/** @type {string} */ each) => html`<p>${each}</p>`)}
  ${link ? html`<p><a class="button" href=${served(link)} target="_blank" rel="noopener">${_("Open the exercise")}</a></p>` : nothing}</div>`;

export class Scene {
  /** @param {{say: (sentence: string) => void, moved?: (step: number) => void, eyed?: (step: number, eye: string) => void, least?: number, code?: string}} to `code` is the class's, `moved` lets the reader walk a stage, `eyed` hears where they look */
  constructor({ say, moved = undefined, eyed = undefined, least = 0, code = "" }) {
    this.say = say;
    this.code = code;
    this.moved = moved;
    this.eyed = eyed;
    this.least = least;
    /** @type {HTMLElement | null} */
    this.host = null;
    /** What shows a position, a live game or a stage. @type {{leave(): void} | null} */
    this.part = null;
    /** @type {ShownBoard | null} */
    this.board = null;
    /** @type {import("./stage.js").ClassStage | null} */
    this.stage = null;
    this.name = "";
    /** @type {import("./stage.js").ClassStage["question"]} */
    this.offered = null;
  }

  /** What a scene needs a part of its own for; another name, another part. @param {Classroom.Scene} scene */
  static nameOf(scene) {
    if (scene.kind === "game" || scene.kind === "vote") return `game ${scene.id}`;
    return scene.kind;
  }

  /** Show a scene in a host that is otherwise empty. @param {HTMLElement} host @param {Classroom.Scene} scene */
  async show(host, scene) {
    const name = Scene.nameOf(scene);
    const stays = this.host === host && this.name === name && (name !== "stage" || !this.stage || this.stage.has(scene.stage));
    if (!stays) {
      this.leave();
      this.host = host;
      this.name = name;
      await this.make(host, scene, name);
      return;
    }
    this.update(scene);
  }

  /** @param {HTMLElement} host @param {Classroom.Scene} scene @param {string} name */
  async make(host, scene, name) {
    if (name === "text") {
      this.update(scene);
    } else if (name === "position") {
      this.part = this.board = new ShownBoard({ say: this.say });
      this.update(scene);
    } else if (name === "stage") {
      const { ClassStage } = await import("./stage.js");
      if (this.host !== host || this.name !== name || this.part) return;
      this.part = this.stage = new ClassStage(host, scene, { moved: this.moved, eyed: this.eyed, least: this.least, code: this.code });
      this.stage.offer(this.offered);
    } else if (name.startsWith("game")) {
      const { ClassGame } = await import("./game.js");
      if (this.host !== host || this.name !== name || this.part) return;
      this.part = new ClassGame(host, scene.id, { say: this.say });
    }
  }

  /** @param {Classroom.Scene} scene */
  update(scene) {
    if (this.host && scene.kind === "text") render(textOf(scene), this.host);
    if (this.host && scene.kind === "position") {
      if (!this.host.firstElementChild) render(html`<div class="class-position"></div>`, this.host);
      const { game, view, options } = scene;
      this.board?.show(find(".class-position", HTMLElement, this.host), { game, view, options });
    }
    if (scene.kind === "stage") this.stage?.update(scene);
  }

  /** What is asked about what is shown: an answer may be given on it. @param {import("./stage.js").ClassStage["question"]} question */
  offer(question) {
    this.offered = question;
    this.stage?.offer(question);
  }

  /** The screen has another size. @param {number} least */
  grow(least) {
    this.least = least;
    this.stage?.grow(least);
  }

  leave() {
    this.part?.leave();
    if (this.host && ["position", "text"].includes(this.name)) render(nothing, this.host);
    this.part = this.board = this.stage = this.host = null;
    this.name = "";
  }
}
