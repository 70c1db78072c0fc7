/** Traces of searches and what the lab makes of them, for the type check; no page loads this file. */

declare namespace Lab {
  type Number_ = number | null;
  /** What a trace says of the search as a whole. */
  interface Head {
    game: string;
    seats: string[];
    search: string;
    view: string;
    [more: string]: any;
  }
  /** A trace spread out for quick looking up: nodes by row, steps by number. */
  interface Trace {
    head: Head;
    cutShort: string | null;
    size: number;
    steps: number;
    parent: number[];
    index: number[];
    move: string[];
    mover: number[];
    met: number[];
    family: Map<number, string[]>;
    children: number[][];
    kind: string[];
    node: number[];
    column: Record<string, Map<number, any>>;
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
    visits: number;
    rows: any[];
    filed: string;
    filedValue: number | null;
    filedSure: string;
  }
  type Replay = import("../lab/replay.js").Replay;
  /** A search as the server lists it for a position; `refuses` says why it does not fit. */
  interface Search {
    id: string;
    title: string;
    refuses?: string | null;
    options: Protocol.Option[];
    [more: string]: any;
  }
  /** What a trace is asked for. */
  interface Question {
    game: string;
    options: Protocol.Options;
    position: string;
    moves: string[];
    search: string;
    settings: Record<string, any>;
    seed: number | null;
    [more: string]: any;
  }
  type Act = any;
}
