/**
 * The page's few sounds, made by the browser itself: a knock for each move, a figure at the end, a tick as time grows short.
 * Loaded with the first of them.
 */

import { isBot, isYours, yours } from "./words.js";

/** A note: hertz, begin and length in seconds, loudness from 0 to 1. @typedef {[number, number, number, number]} Note */

/** @type {Record<string, Note[]>} */
export const SOUNDS = {
  move: [[330, 0, 0.07, 0.5]],
  reply: [[247, 0, 0.09, 0.5]],
  won: [[392, 0, 0.14, 0.4], [494, 0.12, 0.14, 0.4], [587, 0.24, 0.3, 0.4]],
  lost: [[294, 0, 0.18, 0.4], [220, 0.17, 0.34, 0.4]],
  over: [[330, 0, 0.15, 0.4], [330, 0.18, 0.25, 0.4]],
  time: [[880, 0, 0.05, 0.35], [880, 0.12, 0.05, 0.35]],
};
const LOUDNESS = 0.35;

/** The sound of a change of the game, "" for none: moves that are made while one is there, and the end. @param {Protocol.Snapshot} game @param {Protocol.Snapshot} before */
export function soundOf(game, before) {
  if (game.id !== before.id) return "";
  if (game.result && !before.result) {
    const { winner } = game.result;
    if (winner === null || winner === undefined || yours(game).length !== 1) return "over";
    return isYours(game, winner) ? "won" : "lost";
  }
  if (game.ply !== before.ply + 1) return "";
  const { seat } = game.moves[game.ply - 1];
  return isYours(game, seat) && !isBot(game, seat) ? "move" : "reply";
}

/** @type {AudioContext | undefined} */
let context;

/** Make a sound; a browser that lets no page sound before it was touched makes none, and nothing fails. @param {string} name one of `SOUNDS` */
export function makeSound(name) {
  if (!SOUNDS[name] || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  for (const [hertz, begin, length, loud] of SOUNDS[name]) {
    const from = context.currentTime + begin;
    const voice = new OscillatorNode(context, { type: "triangle", frequency: hertz });
    const hush = new GainNode(context, { gain: 0 });
    hush.gain.setValueAtTime(0, from);
    hush.gain.linearRampToValueAtTime(loud * LOUDNESS, from + 0.005);
    hush.gain.exponentialRampToValueAtTime(0.0001, from + length);
    voice.connect(hush).connect(context.destination);
    voice.start(from);
    voice.stop(from + length);
  }
}
