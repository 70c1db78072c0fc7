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
    kind: "none" | "move" | "game" | "days";
    days: number;
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
    /** Whether anybody may take the seats by link. */
    listed: boolean;
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

/** The page of open games and of those that this browser plays. */
declare namespace Games {
  /** A game of this browser's: what the server says of it, or nothing but its id. */
  interface Card {
    id: string;
    game: string;
    title: string;
    seats: { name: string; kind: string; bot?: string }[];
    yours: number[];
    your_turn: boolean;
    ply: number;
    status: "playing" | "finished";
    result: Protocol.Result | null;
    clock: Protocol.Clock;
    created: string;
    waiting: number[];
    start?: string;
    options?: Protocol.Options;
    gone?: boolean;
    error?: Protocol.Refusal;
  }
  interface Open {
    id: string;
    game: string;
    title: string;
    moves: number;
    host: string;
    host_seat: number;
    seats: number;
    free: number;
    clock: Protocol.Clock;
    waits: number;
    yours: boolean;
  }
  interface List {
    games: Record<string, Protocol.Tokens>;
    results: Record<string, Card>;
    nickname: string;
  }
  /** How strong the opponent is, with the half width of its interval of 95 %, and the points that were made: 0, 0.5, 1. */
  interface Rated {
    rating: number;
    error: number;
    points: number;
  }
  interface State {
    games: Protocol.Game[];
    open: Open[];
    cards: Card[];
    looked: boolean;
    wish: { game: string; clock: string; first: string; nickname: string };
    problem: string;
    code: string;
    said: string;
    base: string;
    /** The game that is to be taken off the list, once that is confirmed. */
    leaving: string | null;
  }
}

/** The wall and the games that are embedded in other pages. */
declare namespace Watch {
  /** A card on the wall, with when its game was first seen finished, and when it was last seen to move. */
  type Card = Protocol.Card & { ended?: number | null; moved?: number | string; paused?: boolean };
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
    /** What is played, as titles and words. */
    conditions: [string, string][];
    /** Whether it is entered by a code. */
    codes: boolean;
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
    conditions: string;
    [more: string]: any;
  }
  /** What a bot can be written in; `remedy` installs what is not there. */
  interface Language {
    id: string;
    title: string;
    version: string;
    there: boolean;
    remedy: string;
    suffix: string;
  }
  interface State {
    language: string;
    options: Protocol.Options;
    trying: boolean;
    slow: boolean;
    /** Which turn the try is, 0 while it is played. */
    place: number;
    /** What the bot has learnt, as a file that goes along. */
    weights: File | null;
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
