/** What the laboratory and the lessons know of a search, for the type check; no page loads this file. */

declare namespace Lab {
  type Trace = import("../lab/trace.js").Trace;
  type Replay = import("../lab/replay.js").Replay;
  type Question = import("../lab/address.js").Question;
  /** What a trace says of its search. */
  interface Head {
    game: string;
    search: string;
    options: Protocol.Options;
    seats: string[];
    /** Whose values they are: those of `seat`, of whoever moves, or one for each seat; and what they count. */
    view: "seat" | "mover" | "each";
    seat: number;
    counts: string;
  }
  interface Step {
    kind: string;
    node: number;
    child: number;
    alpha: number | null;
    beta: number | null;
    value: number | null;
    sure: string;
    closed: boolean;
    number: number | null;
    reason: string;
    values: number[];
    items: number[];
  }
  /** What is known of a node after some steps. */
  interface Known {
    row?: number;
    status: string;
    alpha: number | null;
    beta: number | null;
    value: number | null;
    sure: string;
    closed: boolean;
    values: number[];
    best: number;
    order: number[];
    cut: number[];
    budget: number[];
    visits: number | null;
    rows: number[];
    shares: number[];
    filed: string;
    filedValue: number | null;
    filedSure: string;
  }
  /** Where a search is after some steps, and how often each thing has happened. */
  interface Counts {
    current: number;
    iteration: number | null;
    entered: number;
    leaves: number;
    cuts: number;
    skipped: number;
    playouts: number;
    looked: number;
  }
  /** Moves of a node that were cut and share a place of the drawing. */
  interface Cut {
    parent: number;
    indices: number[];
  }
  type Place = import("../lab/window.js").Place;
  /** The elements of a node. */
  interface Item {
    row: number;
    place: Place;
    group: SVGElement;
    item: SVGElement;
    edge: SVGElement | null;
    hidden?: SVGElement | null;
    sign?: SVGElement;
    key: string;
  }
  interface NodeItem extends Item {
    value: SVGElement;
    low: SVGElement;
    high: SVGElement;
    indices?: undefined;
  }
  interface CutItem extends Item {
    title: SVGElement;
    indices: number[];
    shows: number;
  }
  /** The words of a step. */
  interface Words {
    short: string;
    long: string;
    line: number | null;
  }
  /** The board of a node, with the move that led there. */
  interface Shown {
    view: Protocol.View;
    effect: Protocol.Effect | null;
  }
  /** A board to be shown: `chosen` is the move that is marked as one's own, `pointed` one that is pointed out. */
  interface ShownBoard {
    game: string;
    view: Protocol.View;
    options?: Protocol.Options;
    last?: Protocol.Effect | null;
    history?: Protocol.Move[];
    choosing?: boolean;
    chosen?: string | null;
    pointed?: string | null;
    idle?: string;
    /** Whose move is pointed out, the one to move without; and what the picture is called. */
    seat?: number;
    label?: string;
  }
  /** A question about the next step, and how it was answered. */
  type Asked = import("../lab/predict.js").Question;
  type Verdict = { right: boolean; words: string };
  interface Prediction {
    on: boolean;
    mode: string;
    right: number;
    asked: number;
    pending: Asked | null;
    verdict: Verdict | null;
    /** The answer to what the search will choose, until its end. */
    final: { question: Asked; right: boolean } | null;
  }
  type Walk = import("../lab/walk.js").Walk<any>;
  /** What a search came to, as `summed` finds it. */
  type Summed = ReturnType<typeof import("../lab/compare.js").summed>;
  /** A kind of search, as a position lets it be chosen. */
  interface Search {
    id: string;
    title: string;
    summary: string;
    refuses: string | null;
    options: Protocol.Option[];
    code: string[];
  }
  /** A position, as the server looked at it. */
  interface Looked {
    game: string;
    options: Protocol.Options;
    start: string;
    moves: string[];
    view: Protocol.View;
    over: boolean;
    seats: string[];
    to_move: number;
    searches: Search[];
    ideas: Idea[];
  }
  /** An idea of the fast search, and what a search without some ideas came to. */
  interface Idea {
    id: string;
    title: string;
    help: string;
  }
  interface Count {
    without: string[];
    positions: number;
    stopped: boolean;
    times: number;
    move: string;
    value: string;
  }
  /** A position that is offered to look into. */
  type Chosen = Partial<Question> & { game: string; title: string; words: string };
  interface Stock {
    games: Protocol.Game[];
    shelf: Chosen[];
  }
  interface State {
    question: Question;
    looked: Looked | null;
    refusal: string;
    estimate: { sentence: string; rows: number[][] } | null;
    estimateRefusal: string;
    busy: boolean;
    failure: string;
    ruled: boolean;
    choosing: boolean;
    comparing: "" | "searches" | "ideas";
    /** Whether the form can be drawn whole. */
    ready: boolean;
  }
  /** What the form does. */
  interface SetupAct {
    submit(event: Event): void;
    game(game: string): void;
    position(text: string): void;
    rule(name: string, value: unknown): void;
    ruled(ruled: boolean): void;
    search(search: string): void;
    setting(name: string, value: unknown): void;
    seed(seed: number): void;
    take(each: Chosen): void;
  }
}

/** What the live parts of a lesson are given. */
declare namespace Lessons {
  interface Position {
    view: Protocol.View;
    seat: number;
    options: Protocol.Options;
    game: string;
  }
  interface Exercise {
    answer: string | number | string[];
    choices: string[];
    board: Position;
    stage: { question: Partial<Lab.Question> & { show?: string }; code: string[] };
    table: Table | null;
    book: Book | null;
    mode: string;
    need: number;
    hints?: string[];
    wrong: Record<string, string>;
    otherwise: string;
    tolerance: number;
    overlays: Record<string, boolean>;
  }
  /** A position of a table: how it ends for its mover, in how many plies (-1: nobody wins), and what its moves lead to. */
  interface TableCell {
    x: number;
    y: number;
    result: number;
    plies: number;
    view: Protocol.View;
    moves: [text: string, result: number, plies: number][];
  }
  /** Slices of a table of positions, and how many positions each pass decided. */
  interface Table {
    game: string;
    options: Protocol.Options;
    names: string[];
    passes: number[];
    size: number;
    open: number;
    at: number;
    slices: { title: string; mover: number; cells: TableCell[] }[];
  }
  /** A book that grows: its positions as a tree, each with its values from a step on, and what each step opened. */
  interface Book {
    game: string;
    options: Protocol.Options;
    at: number;
    ply: number;
    steps: { cost: number; opened: number; right: number[]; value: number }[];
    lines: { parent: number; move: string; view: Protocol.View; changes: [step: number, value: number][]; opened: number | null }[];
  }
  /** The moves of a position with the parts of their scores. */
  interface Ranked {
    options: Protocol.Option[];
    ranked: { text: string; rank: number; parts: Record<string, number> }[];
    lowest: boolean;
  }
}
