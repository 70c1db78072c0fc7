/** Hand-made snapshots and events, as the protocol has them. */

export const START = "---------------------------OX------XO---------------------------";

/** Othello's start as the first seat sees it. */
export function startView(seat = 0) {
  const moves = [
    { text: "d3", cell: 19, flips: [27] },
    { text: "c4", cell: 26, flips: [27] },
    { text: "f5", cell: 37, flips: [36] },
    { text: "e6", cell: 44, flips: [36] },
  ];
  return view(START, 0, seat === 0 ? moves : []);
}

/** A view of Othello on these cells. */
export function view(cells, toMove, moves = []) {
  const count = (disc) => [...cells].filter((cell) => cell === disc).length;
  return { game: "othello", text: `${cells} ${"XO"[toMove]}`, size: 8, cells, scores: [count("X"), count("O")],
    to_move: toMove, returns: null, ending: null, moves };
}

/** The cells after dark has played f5. */
export const AFTER_F5 = "---------------------------OX------XXX--------------------------";

/** A snapshot of a game between you (dark) and a bot, with whatever differs. */
export function snapshot(more = {}) {
  return {
    id: "game1", game: "othello", title: "Othello", options: { size: 8 }, start: `${START} X`, seq: 0, ply: 0,
    seats: [
      { seat: 0, name: "Dark", kind: "person", mark: "circle" },
      { seat: 1, name: "Minimax 3,000", kind: "bot", bot: "minimax", mark: "square" },
    ],
    you: { seats: [0], director: false }, moves: [], view: startView(), status: "playing", result: null,
    clock: { kind: "none" }, offers: { draw: null, takeback: null, rematch: [] }, pace: 0, paused: false,
    thinking: null, watchers: 0, next: null, created: "2026-11-21T10:00:00Z", ...more,
  };
}

/** The event of dark's f5, then what light answered. */
export const f5 = (seq = 1) => ({
  game: "game1", seq, kind: "move",
  move: { ply: 0, seat: 0, text: "f5", seconds: 1.5, effect: { text: "f5", cell: 37, flips: [36] }, choice: null },
  state: { ply: 1, view: view(AFTER_F5, 1), status: "playing", result: null },
});
export const AFTER_D6 = "---------------------------OX------XOX-----O--------------------";
export const d6 = (seq = 2) => ({
  game: "game1", seq, kind: "move",
  move: { ply: 1, seat: 1, text: "d6", seconds: 0.2, effect: { text: "d6", cell: 43, flips: [36] },
    choice: { move: "d6", value: 3, kind: "estimate", outcome: null, unit: "discs", line: ["d6", "c5"], nodes: 2870, depth: 4, seconds: 0.2 } },
  state: { ply: 2, view: view(AFTER_D6, 0, [{ text: "c5", cell: 34, flips: [35] }]), status: "playing", result: null },
});
