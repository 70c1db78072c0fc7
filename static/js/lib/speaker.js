/**
 * The status line: what it says is shown, and spoken once by screen readers.
 *
 * Each sentence is a new element in a polite live region, so the same words twice are spoken twice; earlier ones stay
 * for a while, unseen, so that a reader who is busy does not miss them.
 */

const KEPT = 4;

export class Speaker {
  /** @param {HTMLElement} host An element with role "status"; it is made a polite, additive live region. */
  constructor(host) {
    this.host = host;
    host.setAttribute("aria-live", "polite");
    host.setAttribute("aria-atomic", "false");
    host.setAttribute("aria-relevant", "additions");
  }

  /** Show and speak one sentence. @param {string} sentence @param {"plain" | "bad"} tone */
  say(sentence, tone = "plain") {
    const line = document.createElement("p");
    line.textContent = sentence;
    line.className = tone;
    this.host.append(line);
    while (this.host.children.length > KEPT) this.host.firstElementChild?.remove();
  }
}
