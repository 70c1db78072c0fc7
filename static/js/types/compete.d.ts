/** Competitions as the server tells of them, for the type check; no page loads this file. */

declare namespace Compete {
  interface Clock {
    base: number;
    increment: number;
  }
  interface Rated {
    elo: number;
    elo_error: number;
    games: number;
  }
  /** How far an event, a final or another part of a competition is. */
  interface Progress {
    done: number;
    total: number;
    seconds_left: number | null;
    waits?: boolean;
  }
  /** Something rated that has a name: a line of a chart. */
  interface Named extends Rated {
    name: string;
    version: string;
  }
  /** A line of the standing. */
  interface Row extends Named {
    entry: string;
    /** On the teacher's page, where the name is the owner's own. */
    called: string;
    place: number;
    points: number;
    bonus: number;
    badge: number;
    wins: number;
    draws: number;
    losses: number;
    verdicts: Record<string, number>;
    tokens: number | null;
  }
  interface Tie {
    first: number;
    count: number;
    sentences: string[];
  }
  /** A game that was played. */
  interface Game {
    id: string;
    kind: string;
    names: string[];
    ranks: number[];
    verdicts: string[];
    plies: number;
    /** Seats of the bot on whose page it is listed, and the versions that played. */
    own: number[];
    versions: number[];
  }
  /** Which season of how many a competition is, with the ones before and after it. */
  interface Season {
    number: number;
    of: number;
    before: { id: string; title: string } | null;
    after: { id: string; title: string } | null;
    due: boolean;
  }
  /** A bot as the page of a competition lists it. */
  interface Listed {
    entry: string;
    /** What it was in the season before. */
    before: string | null;
    name: string;
    admission: string;
    reason: string;
    house: boolean;
    version: number | null;
    ladder: Rated | null;
  }
  interface Settings {
    clock: Clock;
    final: number;
    [name: string]: any;
  }
  /** What a page of one competition knows. */
  interface Shown {
    id: string;
    title: string;
    game: string;
    game_title: string;
    state: string;
    seats: number;
    season: Season | null;
    /** What is played, as titles and words. */
    conditions: [string, string][];
    settings: Settings;
    links: Record<string, boolean>;
    progress: Progress | null;
    standings: Row[];
    ties: Tie[];
    cross_table: Cell[][];
    bots: Listed[];
    games: Game[];
    games_played: number;
    kinds: Record<string, number>;
    final: Bracket | null;
    fairness: { event: Promised; days: Record<string, Promised> } | null;
    signs: string;
    [more: string]: any;
  }
  /** A key of the draw: its SHA-256, and itself once it is published. */
  interface Promised {
    commitment: string;
    key: string | null;
  }
  /** Games and points of the line's bot against the column's; null where they have not met. */
  type Cell = [number, number] | null;
  interface Bracket {
    winner: string | null;
    table?: { place: number; name: string; points: number }[];
    rounds: { sides: (string | null)[]; score: number[]; winner: string | null; bye: boolean }[][];
  }
  interface Version {
    id: string;
    number: number;
    admission: string;
    reason: string;
    note: string;
    bot?: string | null;
    tokens: number | null;
    /** Why its length is more than that of its source, in sentences. */
    longer: string[];
    weights: { name: string; bytes: number } | null;
    [more: string]: any;
  }

  /* The page of a bot. */

  interface FirstGame {
    game: string | null;
    against: string;
    seat: number;
    failed: boolean;
    verdict: string;
    result: "win" | "draw" | "loss" | null;
    sentence: string;
  }
  interface Comparison extends Rated {
    new: number;
    old: number;
    wins: number;
    draws: number;
    losses: number;
    llr: number;
    bound: number;
    verdict: "better" | "not_better" | null;
    state: string | null;
  }
  interface Bot {
    bot: string;
    name: string;
    alias: string;
    competition: { id: string; title: string; state: string; game: string; game_title: string };
    seats: number;
    versions: Version[];
    active: number | null;
    excluded: boolean;
    /** What it is in the next season. */
    goes_on: { competition: string; bot: string } | null;
    problem: string;
    first_games: { games: FirstGame[]; before: number } | null;
    games: Game[];
    games_played: number;
    against: (Rated & { bot: string; name: string; wins: number; draws: number; losses: number })[];
    ladder: (Rated & { rank: number }) | null;
    bots_on_ladder: number;
    own: { comparisons: Comparison[]; most_compared: number; sandbox_problem: string; [more: string]: any } | null;
    [more: string]: any;
  }
  /** What a bot's page knows and does; its parts read it and call its methods. */
  interface BotPage {
    shown: Bot;
    key: string;
    address: string;
    problem: string | null;
    lost: boolean;
    note: string;
    file: File | null;
    weights: File | null;
    /** What the page waits for, "" for nothing. */
    busy: string;
    handInProblem: string;
    logs: Record<string, { state: string; logs?: { seat: number; log: string }[]; sentence?: string }>;
    editing: number | null;
    noteDraft: string;
    linkShown: boolean;
    draw: () => void;
    readonly own: Bot["own"];
    change(path: string, body: unknown, what: string): Promise<boolean>;
    renewKey(): Promise<void>;
    say(sentence: string): void;
    readLogs(game: string): Promise<void>;
    again(): Promise<void>;
  }

  /** The page as its owner has it. */
  interface OwnPage extends BotPage {
    readonly own: NonNullable<Bot["own"]>;
  }

  /* The teacher's pages. */

  /** A bot as the teacher sees it. */
  interface TaughtBot {
    entry: string;
    alias: string;
    called: string;
    name: string | null;
    name_shown: boolean;
    /** Who stands behind it by the teacher's list. */
    people: string[];
    house: boolean;
    excluded: boolean;
    active: string | null;
    in_field: boolean;
    versions: Version[];
    ladder: Rated | null;
    [more: string]: any;
  }
  interface Taught extends Omit<Shown, "bots" | "progress" | "settings"> {
    settings: Record<string, any>;
    bots: TaughtBot[];
    /** How many people the teacher's list has; 0 where anybody may take part. */
    codes: number;
    progress: Progress;
    begun: boolean;
    runs: boolean;
    plays: string[];
    waits: string[];
    least: number;
    expected: number | null;
    problem: string;
    phases: Record<string, { played: number; waiting: number; seconds_left: number | null }>;
    final_begun: boolean;
    final_winner: string | null;
  }
  /** The dialog that is open on the teacher's page, with what was typed in it. */
  interface Dialog {
    kind: string;
    [more: string]: any;
  }
  interface TeachPage {
    shown: Taught;
    base: string;
    sandbox: string;
    problem: string;
    failure: string;
    busy: boolean;
    dialog: Dialog | null;
    edited: Record<string, any> | null;
    said: string;
    lost: boolean;
  }
  /** What the buttons of the teacher's page do. */
  interface TeachAct {
    busy(): boolean;
    failure(): string;
    sandbox(): string;
    step(name: string, body?: object): void;
    bot(bot: TaughtBot, step: string, body?: object): void;
    dialog(dialog: Dialog | null): void;
    title(title: string): void;
    house(bots: string[]): void;
    remove(title: string): void;
    [more: string]: any;
  }
  /** The form of a new competition. */
  interface New {
    title: string;
    game: string;
    options: Protocol.Options;
    settings: Settings;
    house: string[];
    seed: string;
    seats: number;
    problem: string;
    failure: string;
    sending: boolean;
    fields: Record<string, Boards.OptionField>;
    pictures: Record<string, unknown>;
  }
  interface NewGiven {
    games: Protocol.Game[];
    usual: Settings;
    settings: Protocol.Option[];
    languages: Write.Language[];
  }

  /* The final before a class. */

  interface Side {
    name: string;
    seed: number;
  }
  interface Planned {
    id: string;
    seats: number[];
    extra: boolean;
    score: number[] | null;
    ranks?: number[] | null;
    verdicts: string[];
    plies: number | null;
    [more: string]: any;
  }
  interface Match {
    round: number;
    number: number;
    sides: (Side | null)[];
    score: number[];
    winner: number | null;
    bye: boolean;
    by_seed: boolean;
    games: Planned[];
  }
  interface FinalShown {
    id: string;
    title: string;
    game: string;
    phase: string;
    runs: boolean;
    count: number;
    /** The bracket, as far as it is drawn; a table of several has none. */
    rounds: Match[][];
    table: { place: number; name: string; seed: number; points: number }[] | null;
    games: (Planned & { names: string[]; ranks: number[] | null })[];
    podium: { place: number; name: string; table_place: number; points: number; badge: number; [more: string]: any }[];
    match_games: number;
    played: number;
    planned: number;
    [more: string]: any;
  }
  /** A game on the boards of the final. */
  interface LiveGame {
    id: string;
    run: string;
    ply: number;
    moves: Protocol.Move[];
    view: Protocol.View;
    left: number[];
    clock: Clock;
    pace: number;
    turn_at: number | null;
    ended: { ranks: number[]; sentence: string; verdicts: { code: string }[]; disturbed?: boolean | null } | null;
    names: string[];
    round: number;
    number: number;
    part: number;
    /** When its end was heard, in ms of the page; null while it is played. */
    over: number | null;
    [more: string]: any;
  }
  /** A game that is played now, in the list of them. */
  interface LiveCard {
    id: string;
    game: string;
    kind: string;
    names: string[];
    ply: number;
    left: number[];
    view: Protocol.View;
    options: Protocol.Options;
    watchers: number;
  }
  interface FinalState {
    /** How the competition stands, as the page shows it. */
    shown: FinalShown;
    /** A newer state that is held back. */
    waiting: FinalShown | null;
    games: Record<string, LiveGame>;
    /** The games on the boards. */
    places: string[];
    line: string;
    /** The server's clock minus the page's, in seconds. */
    offset: number;
    /** Whether something was missed, so that the page must ask again. */
    gap: boolean;
    /** The match whose games are listed, as "round-number", or "". */
    open: string;
    [more: string]: any;
  }
}
