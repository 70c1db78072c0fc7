/** What the pages around the games know, for the type check; no page loads this file. */

/** The page on which a game is set up. */
declare namespace Setup {
  interface Seat {
    kind: "person" | "link" | "bot";
    name: string;
    level: string;
    bot: string;
    botOptions: Protocol.Options;
  }
  interface Clock {
    kind: "none" | "move" | "game";
    minutes: number;
    increment: number;
    seconds: number;
  }
  interface State {
    options: Protocol.Options;
    from: string;
    position: string;
    record: string;
    view: Protocol.View;
    start: string;
    moves: string[];
    problem: Protocol.Refusal | null;
    failure: Protocol.Refusal | null;
    sending: boolean;
    seats: Seat[];
    clock: Clock;
    pace: number;
    hasEditor: boolean;
    /** Fields of the game's own for some of its options. */
    fields: Record<string, Boards.OptionField>;
  }
  type Change = (how: (state: State) => void) => void;
  interface Listener {
    change: Change;
    check: () => void;
    submit: (event: Event) => void;
  }
}

/** The wall and the games that are embedded in other pages. */
declare namespace Watch {
  /** A card on the wall, with when its game was first seen finished, and when it was last seen to move. */
  type Card = Protocol.Card & { ended?: number | null; moved?: number };
  interface State {
    game: Protocol.Snapshot;
    /** The ply that is shown, null while the live position is followed. */
    shown: number | null;
    playing: boolean;
    /** Views that were fetched, by ply. */
    views: Record<number, Protocol.View>;
    line: Play.Line;
  }
  type Action =
    | { type: "snapshot"; snapshot: Protocol.Snapshot }
    | { type: "event"; event: Protocol.GameEvent }
    | { type: "views"; first: number; views: Protocol.View[] }
    | { type: "line"; line: Play.Line }
    | { type: "go"; ply: number }
    | { type: "playing"; on: boolean };
}

/** The page on which a bot is written. */
declare namespace Write {
  interface Competition {
    id: string;
    title: string;
    state: string;
    takes: boolean;
  }
  interface Verdict {
    code: string;
    name: string;
    sentence: string;
  }
  /** How a try went. */
  interface Result {
    verdict: Verdict;
    problem: { line: number; sentence: string } | null;
    log: string;
    [more: string]: any;
  }
  interface State {
    options: Protocol.Options;
    trying: boolean;
    slow: boolean;
    problem: Protocol.Refusal | null;
    refused: Protocol.Refusal | null;
    result: Result | null;
    note: string;
    handing: boolean;
    handed: Protocol.Refusal | null;
    own: any;
    [more: string]: any;
  }
  type Change = (how: (state: State) => void) => void;
  type Listener = { change: Change; options: Change };
}
