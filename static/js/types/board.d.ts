/** What a game's board module is to the pages that show it, for the type check; no page loads this file. */

declare namespace Boards {
  interface State {
    view: Protocol.View;
    last?: Protocol.Effect | null;
    /** The reader's seats. */
    yours?: number[];
    interactive?: boolean;
    /** The moves made so far, as the snapshot lists them. */
    history?: any[];
    flip?: boolean;
    settings?: Record<string, boolean>;
    /** The text of a move that was recommended. */
    hint?: string | null;
    /** What the move of `hint` is called where it is no hint, such as one that was chosen. */
    hintWords?: string;
    /** The game's own options. */
    options?: Protocol.Options;
    /** Why nothing can be moved now, in a sentence. */
    idle?: string;
  }
  interface Listener {
    onMove: (text: string) => void;
    say: (sentence: string) => void;
  }
  /** A game as far as it went: where it began, and its moves. */
  interface Line {
    game: string;
    options: Protocol.Options;
    start: string | null;
    moves: string[];
  }
  /** A playable board. */
  interface Board {
    update(state: State): void;
    /** The server refused a move that is drawn already. */
    refuse(text: string, sentence: string): void;
    focus(): void;
    destroy(): void;
  }
  interface Counter {
    seat: number;
    value: number | string;
    title: string;
  }
  interface Switch {
    name: string;
    title: string;
    default: boolean;
  }
  /** A few characters on a square of a still picture, as one of several that can be chosen; `words` say it aloud. */
  interface Note extends Point {
    text: string;
    tone: "good" | "bad" | "even" | "open";
    words: string;
    chosen: boolean;
  }
  interface About {
    /** Where the board has squares: what stands on them. */
    notes?: Note[];
    last?: Protocol.Effect | null;
    label?: string;
    /** Whether the coordinates stand at its edges, where it has such, or the names of its places: words beside it name them. */
    named?: boolean;
    history?: any[];
    options?: Protocol.Options;
    seat?: number;
  }
  interface Point {
    x: number;
    y: number;
  }
  /** A point of a drawing, and how far a mark around it reaches. */
  interface Spot extends Point {
    reach: number;
  }
  /** Places of a board that are no elements of the page, such as sites of a map. */
  interface OwnPlaces {
    placeAt(left: number, top: number): string | null;
    placeHere(): string | null;
    pointOf(place: string): Spot | null;
    nameOf(place: string): string;
  }
  interface Arrow {
    from: Point | null;
    to: Point;
  }
  type FindArrow = (view: Protocol.View, text: string, flip: boolean, host: HTMLElement | null) => Arrow | null;
  /** Draws a declared option, as `optionField` does. */
  type OptionField = (option: Protocol.Option, prefix: string, value: any, choose: (value: any) => void) => unknown;
  /** What an editor begins with, and how it tells each change as the position's text. */
  interface Edited {
    view: Protocol.View;
    onChange: (text: string) => void;
    options?: Protocol.Options;
  }
  /** A board on which a position is made. */
  interface Editor {
    update(view: Protocol.View, options?: Protocol.Options): void;
    focus(): void;
    destroy(): void;
  }
  /** `static/js/boards/<game>/editor.js`. */
  interface EditorModule {
    Editor: new (host: HTMLElement, edited: Edited) => Editor;
    fields?: Record<string, OptionField>;
  }
  /** `static/js/boards/<game>.js`. */
  interface Module {
    id: string;
    Board: new (host: HTMLElement, to: Listener) => Board;
    picture(view: Protocol.View, about?: About): unknown;
    settings?: Switch[];
    /** The board's own keys, in a sentence. */
    keys?: string;
    /** What the board's marks mean, in a sentence. */
    legend?: string;
    /** Where each seat begins when the board is not turned. */
    homes?: string[];
    /** Whether the still picture shows the move that led to it as an arrow itself. */
    picturePoints?: boolean;
    describe?(effect: Protocol.Effect): string;
    /** What a move looks like to who sees the board turned, in words, where its text says otherwise; else "". */
    seen?(text: string, flip: boolean): string;
    seatNames?(options: Protocol.Options): string[];
    counters?(view: Protocol.View): Counter[];
    /** Where a move points, for arrows over the board. */
    arrow?: FindArrow;
  }
}
