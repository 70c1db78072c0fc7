/** Holds what is on screen in the class: nothing, a position, a stage or a live game; what stays the same is not made anew. */

import { html, nothing, render } from "lit";
import { ClassBoard } from "./board.js";

export class Scene {
  /** @param {{say: (sentence: string) => void, moved?: (step: number) => void, least?: number}} to `moved` lets the reader walk a stage */
  constructor({ say, moved = undefined, least = 0 }) {
    this.say = say;
    this.moved = moved;
    this.least = least;
    this.host = null;
    this.part = null;
    this.name = "";
    this.link = "";
  }

  /** What a scene needs a part of its own for; another name, another part. */
  static nameOf(scene) {
    if (scene.kind === "game" || scene.kind === "vote") return `game ${scene.id}`;
    return scene.kind;
  }

  /** Show a scene in a host that is otherwise empty. @param {HTMLElement} host @param {any} scene */
  async show(host, scene) {
    const name = Scene.nameOf(scene);
    const stays = this.host === host && this.name === name && (name !== "stage" || !this.part || this.part.has(scene.link));
    if (!stays) {
      this.leave();
      Object.assign(this, { host, name });
      await this.make(host, scene, name);
      return;
    }
    this.update(scene);
  }

  async make(host, scene, name) {
    if (name === "position") {
      this.part = new ClassBoard({ say: this.say });
      this.part.leave = this.part.clear;
      this.update(scene);
    } else if (name === "stage") {
      const { ClassStage } = await import("./stage.js");
      if (this.host !== host || this.name !== name || this.part) return;
      this.link = scene.link;
      this.part = new ClassStage(host, scene.link, { moved: this.moved, least: this.least });
    } else if (name.startsWith("game")) {
      const { ClassGame } = await import("./game.js");
      if (this.host !== host || this.name !== name || this.part) return;
      this.part = new ClassGame(host, scene.id, { say: this.say });
    }
  }

  update(scene) {
    if (scene.kind === "position") {
      if (!this.host.firstElementChild) render(html`<div class="class-position"></div>`, this.host);
      const { game, view, options } = scene;
      this.part.show(this.host.querySelector(".class-position"), { game, view, options });
    } else if (scene.kind === "stage" && this.part && scene.link !== this.link) {
      const step = Number(new URLSearchParams(scene.link.slice(scene.link.indexOf("#") + 1)).get("step")) || 0;
      this.link = scene.link;
      // The teacher's own stage went there first; it must not be pulled back by what comes round.
      if (!this.moved) this.part.go(step, false);
    }
  }

  leave() {
    this.part?.leave();
    if (this.host && this.name === "position") render(nothing, this.host);
    this.part = this.host = null;
    this.name = this.link = "";
  }
}
