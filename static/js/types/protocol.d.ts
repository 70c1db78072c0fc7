/** The shapes that travel between server and page (see docs/protocol.md), for the type check; no page loads this file. */

declare namespace Protocol {
  interface Seat {
    seat: number;
    name: string;
    kind: "person" | "link" | "bot";
    bot?: string;
    mark?: string;
    /** Whether its person, or whoever made the game, gave it a name. */
    named?: boolean;
    level?: string;
  }
  /** A move with what it does on the board, as far as a board shows it. */
  interface Effect {
    text: string;
    [effect: string]: any;
  }
  type Kind = "exact" | "at_least" | "at_most" | "estimate";
  type Outcome = "win" | "draw" | "loss";
  interface Ranked {
    text: string;
    rank: number;
    exposed?: boolean;
    parts?: Record<string, number>;
  }
  interface Choice {
    value?: number | null;
    kind?: Kind;
    outcome?: Outcome | null;
    unit?: string;
    line?: string[];
    nodes?: number;
    depth?: number;
    seconds?: number;
    move?: string;
    nodes_per_second?: number;
    queue?: number;
    ranked?: Ranked[];
    details?: { ranked?: Ranked[] } & Record<string, any>;
    /** Parts of the evaluation before the move, and other lines, where the bot told them. */
    terms?: { title: string; value: number; help: string }[];
    lines?: { line: string[]; value?: number | null; outcome?: Outcome | null }[];
  }
  interface Move {
    ply: number;
    seat: number;
    text: string;
    seconds?: number;
    effect?: Effect;
    choice?: Choice | null;
  }
  /** What one seat may see of a position; each game adds what its board draws. */
  interface View {
    game: string;
    text: string;
    to_move: number;
    returns: number[] | null;
    ending: string | null;
    moves: Effect[];
    [more: string]: any;
  }
  interface Result {
    returns: number[];
    winner: number | null;
    reason: string;
    sentence: string;
  }
  interface Clock {
    kind: "none" | "move" | "game" | "days";
    days?: number;
    seconds?: number;
    base?: number;
    increment?: number;
    /** Each person's clock starts with their first move; without it the clocks of an old game ran at once. */
    starts?: "first_move";
    left?: number[];
    running?: number | null;
    at?: number;
    now?: number;
  }
  type Offer = "draw" | "takeback";
  interface Offers {
    draw: number | null;
    takeback: number | null;
    rematch: number[];
  }
  interface Thinking extends Choice {
    ply: number;
    seat: number;
  }
  interface Snapshot {
    id: string;
    game: string;
    title: string;
    options: Record<string, any>;
    start: string;
    seq: number;
    ply: number;
    seats: Seat[];
    /** `renewed`: one of the tokens that were shown is worn, for its holder has another one now. */
    you: { seats: number[]; director: boolean; renewed?: boolean };
    moves: Move[];
    view: View;
    status: "playing" | "finished";
    result: Result | null;
    clock: Clock;
    offers: Offers;
    pace: number;
    paused: boolean;
    thinking: Thinking | null;
    watchers: number;
    /** Seats of people who are there, and seats whose guests have not come yet. */
    present?: number[];
    /** What one's own seats will reply, by seat. */
    plans?: Record<string, { lines: string[][]; premove: string }>;
    /** The score over rematches, this game with it once it has ended. */
    series?: { games: number; points: number[] };
    waiting?: number[];
    next: string | null;
    created: string;
    /** Seats that have left a game of three or more. */
    out?: number[];
    replay?: boolean;
    /** What a written game has besides: its branches, which of them this is (0: the game itself), and what stands beside its moves, by ply. */
    lines?: Branch[];
    line?: number;
    remarks?: Record<string, { marks: string; words: string[] }>;
    about?: Record<string, string>;
    told?: string[];
  }
  /** A game of a file: what it says of itself, who won (-1: nobody, null: not known), and the record that opens it. */
  interface ListedGame {
    number: number;
    about: Record<string, string>;
    winner: number | null;
    record: { game: string; options: Record<string, any>; start: string | null; moves: string[] };
  }
  /** A file of games as the server lists it. */
  interface ListedFile {
    game: string;
    title: string;
    forms: string[];
    games: ListedGame[];
    problems: string[];
    more: boolean;
  }
  /** A branch of a written game: other moves behind the first `ply` of the line with the number `parent`, 0 being the game itself. */
  interface Branch {
    name: string;
    parent: number;
    ply: number;
    moves: string[];
  }
  interface Refusal {
    code: string;
    sentence: string;
  }
  /** What a request over http came to. */
  type Answer = { ok: true; data: any } | { ok: false; error: Refusal };
  type Ack = { ok: true; seq?: number; ply?: number; [more: string]: any } | { ok: false; error: Refusal; ply?: number; [more: string]: any };
  interface GameEvent {
    game: string;
    seq: number;
    kind: string;
    seat?: number;
    move?: Move;
    state?: Partial<Snapshot>;
    [more: string]: any;
  }
  interface Hint {
    ply: number;
    seat: number;
    choice: Choice;
  }
  /** The socket, as much of it as a line uses; tests give their own. */
  interface Socket {
    connected: boolean;
    on(name: string, hear: (message: any) => void): void;
    /** Hears everything. */
    onAny?(hear: () => void): void;
    off?(name: string, hear: (message: any) => void): void;
    offAny?(hear: () => void): void;
    timeout(milliseconds: number): Emitter;
    emit(name: string, message: object, answered?: (ack: any) => void): void;
    connect(): void;
    disconnect(): void;
  }
  interface Emitter {
    emit(name: string, message: object, answered: (late: unknown, ack: any) => void): void;
  }
  type Opener = () => Protocol.Socket | Promise<Protocol.Socket>;
  type Tokens = Record<string, string>;
  /** A declared option of a game, a bot or a search. */
  interface Option {
    name: string;
    title: string;
    help: string;
    kind: "bool" | "choice" | "text" | "int" | "float";
    default: any;
    choices: string[];
    choice_titles: string[];
    low: number;
    high: number;
  }
  /** One of several: what it is called in the page and what it stands for. */
  type Named = { value: string; title: unknown };
  type Options = Record<string, any>;
  interface Level {
    id: string;
    title: string;
    /** What people call it, and the algorithm behind it. */
    word: string;
    algorithm: string;
    summary: string;
    bot: string;
    /** Its measured rating, with the half width of its interval of 95 %, where it was measured. */
    rating?: [number, number] | null;
  }
  interface Preset {
    name: string;
    title: string;
    options: Options;
  }
  interface Bot {
    id: string;
    title: string;
    summary: string;
    options: Option[];
    [more: string]: any;
  }
  /** A game as the catalogue has it. */
  interface Game {
    id: string;
    title: string;
    options: Option[];
    presets: Preset[];
    levels: Level[];
    /** The options with which the levels were measured, where they are not the usual ones. */
    rated_options?: Record<string, any>;
    default_level: string;
    bots: Bot[];
    seat_count: number;
    seat_names: string[];
    records: string[];
    view: View;
    [more: string]: any;
  }
  /** A game that is being played, as lists of games show it. */
  interface Card {
    id: string;
    game: string;
    title: string;
    status: "playing" | "finished";
    ply: number;
    seats: Seat[];
    view: View;
    watchers: number;
    [more: string]: any;
  }
}
