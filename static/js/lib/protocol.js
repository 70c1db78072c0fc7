/**
 * The shapes that travel between server and page, as JSDoc types (see docs/protocol.md); no code, so no page loads it.
 *
 * @typedef {{seat: number, name: string, kind: "person" | "link" | "bot", bot?: string, mark?: string}} Seat
 * @typedef {{text: string, [effect: string]: any}} Effect
 * @typedef {{value?: number | null, kind?: Kind, outcome?: "win" | "draw" | "loss" | null, unit?: string,
 *   line?: string[], nodes?: number, depth?: number, seconds?: number, move?: string}} Choice
 * @typedef {"exact" | "at_least" | "at_most" | "estimate"} Kind
 * @typedef {{ply: number, seat: number, text: string, seconds?: number, effect?: Effect, choice?: Choice | null}} Move
 * @typedef {{game: string, text: string, to_move: number, returns: number[] | null, ending: string | null,
 *   moves: Effect[], [more: string]: any}} View
 * @typedef {{returns: number[], winner: number | null, reason: string, sentence: string}} Result
 * @typedef {{kind: "none" | "move" | "game", seconds?: number, base?: number, increment?: number, left?: number[],
 *   running?: number | null, at?: number, now?: number}} Clock
 * @typedef {{draw: number | null, takeback: number | null, rematch: number[]}} Offers
 * @typedef {{id: string, game: string, title: string, options: Record<string, any>, start: string, seq: number,
 *   ply: number, seats: Seat[], you: {seats: number[], director: boolean}, moves: Move[], view: View,
 *   status: "playing" | "finished", result: Result | null, clock: Clock, offers: Offers, pace: number,
 *   paused: boolean, thinking: Thinking | null, watchers: number, next: any, created: string}} Snapshot
 * @typedef {Choice & {ply: number, seat: number, nodes_per_second?: number, queue?: number}} Thinking
 * @typedef {{code: string, sentence: string}} Refusal
 * @typedef {{ok: boolean, error?: Refusal, seq?: number, ply?: number, [more: string]: any}} Ack
 * @typedef {{game: string, seq: number, kind: string, state?: Partial<Snapshot>, [more: string]: any}} GameEvent
 */

export {};
