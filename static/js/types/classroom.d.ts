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
  }
  /** What changes the state, by type. */
  interface Actions {
    joined: { ack: Joined };
    state: { room: Room };
    you: { you: You };
    teacher: { teacher: Teacher };
    line: { line: Play.Line; error?: Protocol.Refusal | null };
    offset: { offset: number };
    sending: { question: string; text: string };
    sent: { question: string; text: string; error?: Protocol.Refusal | null };
    ui: { change: Record<string, any> };
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
    ui: (change: Record<string, any>) => void;
    command: Command;
    next(): void;
    saveScores(): void;
    goThrough(at: number): void;
    link(): string;
    newLink(): void;
  };
}
