/** What the analysis board knows, for the type check; no page loads this file. */

declare namespace Analysis {
  /** A move's worth to the seat that makes it. */
  interface Row {
    move: string;
    line: string[];
    deep: boolean;
    value: number | null;
    exact: boolean;
    outcome: string | null;
    chance: number;
  }
  interface Values {
    seat: number;
    solved: boolean;
    unit: string;
    rows: Row[];
  }
  type Tree = import("../analysis/tree.js").Tree;
  /** All that a change changes. */
  interface Moment {
    tree: Tree;
    at: number;
    start: string | null;
    tags: Record<string, string>;
  }
  /** A file that cannot hold all of the tree, and what it leaves out. */
  interface Losing {
    form: string;
    left: { branches: number; comments: number; signs: number; drawings: number };
    save(): void;
  }
  interface State {
    game: string;
    title: string;
    options: Protocol.Options;
    start: string | null;
    tags: Record<string, string>;
    tree: Tree;
    at: number;
    /** What was before each change, and what was taken back. */
    past: Moment[];
    future: Moment[];
    view: Protocol.View | null;
    forms: string[];
    lines: number;
    /** The values of the shown position, or why there are none; null while nobody has asked. */
    values: Values | null;
    asking: boolean;
    told: string;
    said: string;
    /** The short link that was made of the tree as it is. */
    link: string;
    losing: Losing | null;
  }
  interface Drawing {
    on: boolean;
    colour: string;
    /** What is drawn here, each with its words. */
    shapes: { shape: string; words: string }[];
  }
  interface Acts {
    go(at: number): void;
    promote(): void;
    remove(): void;
    undo(): void;
    redo(): void;
    words(text: string): void;
    marks(text: string): void;
    value(): void;
    lines(count: number): void;
    try(text: string): void;
    save(form: string): void;
    keepWhole(): void;
    picture(form: "svg" | "png"): void;
    edit(): void;
    tool(on: boolean): void;
    colour(colour: string): void;
    toggle(shape: string): void;
    wipe(): void;
    share(): void;
    copy(): void;
    open(file: File): void;
  }
}
