/** The marks of moves: each a shape, a sign, a word and a colour, the same on the board, in the plot and in the list. */

import { _ } from "lib/messages.js";
import { html, svg } from "lit";

/** @typedef {{word: string, sign: string, shape: string}} Mark */

/** @type {Record<string, Mark>} */
export const MARKS = {
  forced: { word: _("forced"), sign: "·", shape: "M0-3A3 3 0 1 1 0 3A3 3 0 1 1 0-3z" },
  fine: { word: _("fine"), sign: "", shape: "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5z" },
  only: { word: _("only move"), sign: "!", shape: "M0-10 2.6-3.6 9.5-3.1 4.2 1.4 5.9 8.1 0 4.4-5.9 8.1-4.2 1.4-9.5-3.1-2.6-3.6z" },
  inaccuracy: { word: _("inaccuracy"), sign: "?!", shape: "M0-10 10 8H-10z" },
  mistake: { word: _("mistake"), sign: "?", shape: "M-8-8H8V8H-8z" },
  blunder: { word: _("blunder"), sign: "??", shape: "M-4-10H4L10-4V4L4 10H-4L-10 4V-4z" },
  missed: { word: _("missed win"), sign: "×", shape: "M0-11 11 0 0 11-11 0z" },
};

/** The marks of moves to learn from. */
export const BAD = ["inaccuracy", "mistake", "blunder", "missed"];

/** The shape of a mark, in its place of a drawing. @param {string} name @param {string} x @param {string} y @param {number} scale */
export const shapeAt = (name, x, y, scale) => svg`<path class="judged ${name}" d=${MARKS[name].shape} transform="translate(${x} ${y}) scale(${scale})"></path>`;

/** A mark as a small picture. @param {string} name @param {number} [size] in px */
export const markPicture = (name, size = 18) =>
  html`<svg class="judged-mark" width=${size} height=${size} viewBox="-12 -12 24 24" aria-hidden="true">${shapeAt(name, "0", "0", 1)}<text class="judged-sign" text-anchor="middle" dominant-baseline="central">${MARKS[name].sign}</text></svg>`;

/** Chances as whole percents. @param {number} share */
export const percent = (share) => Math.round(100 * share);

/** What a move lost, in words; "" where it lost nothing. @param {Review.Ply} ply @param {string} unit */
export function lossWords({ lost }, unit) {
  if (lost.chance < 0.005 && !lost.value) return "";
  const chances = _("{part} % of the chances to win", { part: percent(lost.chance) });
  return lost.value ? _("{value} {unit} and {chances}", { value: Math.round(lost.value * 10) / 10, unit: _(unit), chances }) : chances;
}
