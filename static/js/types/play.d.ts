/** What the play page knows and what its parts hand to each other, for the type check; no page loads this file. */

declare namespace Play {
  type Line = "connecting" | "live" | "lost" | "refused";
  type Tone = "plain" | "bad";
  /** The ply that is shown, null while the page follows the game; `leftAt` is the live ply when it stopped following. */
  type Place = { shown: number | null; leftAt: number };
  type Said = { number: number; sentence: string; tone: Tone };
  type Pending = { text: string; ply: number; seat: number };
  /** The page's own choices; the server knows nothing of them. */
  interface Ui {
    tab: string;
    dialog: string | null;
    flip: boolean;
    switches: Record<string, boolean>;
    levels: Protocol.Level[] | null;
    records: string[];
    seatNames: string[];
    /** Whether a finished game is played through by itself. */
    replaying?: boolean;
    /** How much of a film is drawn, from 0 to 1, while one is. */
    film?: number;
    /** Where others find this server. */
    base?: string;
    /** The link whose code is shown. */
    link?: string;
    copied?: string;
    record?: string;
    recordError?: string | null;
    continueError?: string | null;
    /** What is being planned: the board as it would be, and the moves that were chosen so far. */
    planning?: Planning | null;
    [more: string]: any;
  }
  interface Planning {
    kind: "premove" | "reply";
    ply: number;
    view: Protocol.View;
    chosen: string[];
  }
  interface State {
    /** What the server said last. */
    game: Protocol.Snapshot;
    /** This browser's tokens for the game, by name. */
    tokens: Protocol.Tokens;
    line: Line;
    /** Why the server would not let the page join. */
    barred: Protocol.Refusal | null;
    /** Views by ply, as far as they are known. */
    views: (Protocol.View | undefined)[];
    place: Place;
    /** The own move that is on its way. */
    pending: Pending | null;
    /** The last refusal, until the next move. */
    refusal: (Protocol.Refusal & { text: string }) | null;
    /** The last few sentences, for the status line; numbers never repeat. */
    said: Said[];
    /** Hints by ply. */
    hints: Record<number, { seat: number; choice: Protocol.Choice }>;
    thinking: Protocol.Thinking | null;
    /** The server's clock minus the page's, in seconds. */
    offset: number;
    ui: Ui;
  }
  type Describe = ((effect: Protocol.Effect) => string) | null;
  /** What changes the state, by type. */
  interface Actions {
    snapshot: { snapshot: Protocol.Snapshot };
    event: { event: Protocol.GameEvent; describe?: Describe };
    thinking: { thinking: Protocol.Thinking };
    hint: { hint: Protocol.Hint };
    watchers: { watchers: number; present?: number[]; plans?: Protocol.Snapshot["plans"] };
    line: { line: Line; error?: Protocol.Refusal | null };
    offset: { offset: number };
    views: { views: Protocol.View[]; from: number };
    sending: { pending: Pending };
    refused: { text: string; error: Protocol.Refusal };
    said: { sentence: string; tone?: Tone };
    tokens: { tokens: Protocol.Tokens };
    go: { ply: number };
    by: { plies: number };
    live: {};
    replay: { on: boolean };
    ui: { change: Partial<Ui> };
  }
  type Action = { [T in keyof Actions]: { type: T } & Actions[T] }[keyof Actions];
  /** What the page's buttons do. */
  type Act = ReturnType<typeof import("../play/actions.js").makeActions>;
  /** An opinion on the position after `ply` plies, by the bot at seat `by` (or a hint to it), in seat 0's view. */
  interface Opinion {
    ply: number;
    by: number;
    value: number | null;
    kind: string;
    outcome: string | null;
    unit: string;
  }
  /** A bot's newest thought, or a hint. */
  interface Thought {
    seat: number;
    choice: Protocol.Choice | null;
    now?: boolean;
    hint?: boolean;
    move?: string;
    ply?: number;
  }
  type Outlook = { seat: number; from: number; line: string[]; expected: string[]; missed: number | null };
  /** Parts of the page that are loaded when they are first wanted. */
  type Later = Partial<
    typeof import("../play/share.js") &
      typeof import("../play/switches.js") &
      typeof import("../play/dialogs.js") &
      typeof import("../play/soon.js") &
      typeof import("../play/guests.js") &
      typeof import("../play/plans.js")
  >;
  type Arrow = Boards.Arrow & { seat: number };
}
