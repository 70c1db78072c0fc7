/** A class as the server tells of it, for the type check; no page loads this file. */

declare namespace Classroom {
  type Row = { text: string; label: string; count: number };
  type Choice = { text: string; label: string };
  interface Answer {
    right: string[];
    text?: string;
    label?: string;
    why?: string;
  }
  interface Question {
    id: string;
    state: "open" | "closed" | "revealed";
    kind: string;
    prompt: string;
    game: string;
    view: Protocol.View | null;
    options: Protocol.Options;
    choices: Choice[] | null;
    /** What the side is called that a move is asked of, and the move that led here. */
    mover?: string;
    last?: { seat: string; text: string; effect?: Protocol.Effect | null } | null;
    /** The nodes of a tree that is filled in. */
    blanks?: import("../classroom/answer.js").Blank[] | null;
    answers: number;
    tally?: Row[] | null;
    answer?: Answer | null;
    /** The game that its moves come from, by vote or as it is played. */
    source?: { kind: string } | null;
    /** The stage that it is about. */
    stage?: Stage | null;
    /** The server's clock when it closes. */
    ends?: number | null;
    thinking?: boolean;
  }
  /** A search at a step: `at` names the step where no number does, `veil` is another one whenever other things are hidden; the teacher's page knows its `link`. */
  interface Stage {
    id: string;
    step: number;
    at: string;
    eye: string;
    veil: string;
    link?: string;
  }
  interface Scene {
    kind: string;
    caption?: string;
    [more: string]: any;
  }
  /** What everybody in the class may know. */
  interface Room {
    code: string;
    seq: number;
    open: boolean;
    paused: boolean;
    follow: boolean;
    question: Question | null;
    scene: Scene;
    count: number;
    names?: string[] | null;
    now?: number;
  }
  /** Somebody at a board, by the number in the class: 0 is the teacher, -1 a bot. */
  interface Who {
    no: number;
    name: string;
  }
  interface ContestBoard {
    number: number;
    id: string;
    players: Who[];
    points: number[] | null;
    how: "" | "played" | "absent" | "decided" | "stopped";
  }
  interface TableRow extends Who {
    place: number;
    points: number;
    games: number;
    wins: number;
    draws: number;
    losses: number;
    buchholz: number;
    sonneborn: number;
    out: boolean;
  }
  /** A match of one against all, or a tournament. */
  interface Contest {
    number: number;
    kind: "simul" | "swiss" | "round_robin" | "ladder";
    game: string;
    title: string;
    options: Protocol.Options;
    clock: Protocol.Clock | null;
    phase: "open" | "playing" | "between" | "over";
    round: number;
    rounds: number;
    auto: boolean;
    absent: number;
    fill: boolean;
    one: Who | null;
    score: { points: number; of: number; wins: number; draws: number; losses: number } | null;
    boards: ContestBoard[];
    rests: Who[];
    table: TableRow[];
  }
  /** A board of it as it stands. */
  interface Card {
    number: number;
    id: string;
    ply: number;
    view: Protocol.View;
    last: Protocol.Effect | null;
    clock: Protocol.Clock;
    result: Protocol.Result | null;
  }
  /** A student's part in it. */
  interface Part {
    no: number;
    one: boolean;
    plays: boolean;
    board: { number: number; id: string; seat: number; players: Who[]; points: number | null; how: string } | null;
  }
  /** A student's own part. */
  interface You {
    nickname: string;
    /** Whether the teacher has yet to approve the name. */
    waits: boolean;
    asked: number;
    score: number;
    right?: number;
    answered?: string | null;
    correct?: boolean | null;
    part?: number | null;
    /** Where a tree that was filled in first goes wrong. */
    said?: string;
    contest?: Part | null;
  }
  interface Student {
    key: string;
    nickname: string;
    score: number;
    connected: boolean;
    answered: boolean;
    waits: boolean;
  }
  interface Teacher {
    students: Student[];
    answer?: Answer | null;
    tally?: Row[] | null;
    in_words?: { text: string; count: number; heap: string | null }[] | null;
    play?: { kind: string } | null;
    names_shown?: boolean;
    approval?: boolean;
    plan?: { id: string; title: string; at: number } | null;
    /** The lab's links of what is on screen, by the stage's id. */
    links?: Record<string, string>;
  }
  type State = import("../classroom/state.js").State;
  /** The state once the class was joined. */
  type Inside = State & { room: Room };
  interface Joined {
    state: Room;
    you?: You | null;
    teacher?: Teacher | null;
    token?: string;
    contest?: Contest | null;
    boards?: Card[];
  }
  /** What changes the state, by type. */
  interface Actions {
    joined: { ack: Joined };
    state: { room: Room };
    you: { you: You };
    teacher: { teacher: Teacher };
    contest: { contest: Contest | null };
    boards: { boards: Card[] };
    line: { line: Play.Line; error?: Protocol.Refusal | null };
    offset: { offset: number };
    sending: { question: string; text: string };
    sent: { question: string; text: string; error?: Protocol.Refusal | null };
    ui: { change: UiChange };
  }
  type Action = { [T in keyof Actions]: { type: T } & Actions[T] }[keyof Actions];
  /** What the teacher's page remembers of what is to be sent. */
  interface Ui {
    tab: string;
    seconds: string;
    problem: string;
    text: string;
    caption: string;
    shelf: string;
    source: { game: string; options: Protocol.Options; position: string; moves: string[] };
    looked: Lab.Looked | null;
    level: string;
    seat: string;
    cards: Protocol.Card[] | null;
    draft: Draft;
    [more: string]: any;
  }
  /** What changes of it, or how that follows from what is remembered now, which may be later than what is drawn. */
  type UiChange = Record<string, any> | ((now: Record<string, any>) => Record<string, any>);
  interface Draft {
    prompt: string;
    kind: string;
    lines: string[];
    right: number[];
    value: string;
  }
  interface Stock extends Lab.Stock {
    token: string;
  }
  type Command = (fields: { do: string; [more: string]: any }) => Promise<boolean>;
  /** What the buttons of the teacher's page do. */
  type Act = ReturnType<typeof import("../classroom/composing.js").composing> & {
    ui: (change: UiChange) => void;
    command: Command;
    next(): void;
    saveScores(): void;
    goThrough(at: number): void;
    link(): string;
    newLink(): void;
  };
}
