/** What a review says, for the type check; no page loads this file. */

declare namespace Review {
  interface Worth {
    value: number | null;
    exact: boolean;
    outcome: string | null;
    line: string[];
  }
  interface Ply {
    ply: number;
    seat: number;
    move: string;
    mark: string;
    lost: { chance: number; value: number | null };
    /** Of the seat that moved: before, and after. */
    chances: [number, number];
    best: Worth & { move: string };
    made: Worth;
  }
  interface Side {
    seat: number;
    name: string;
    accuracy: number | null;
    marks: Record<string, number>;
  }
  interface Review {
    game: string;
    title: string;
    options: Protocol.Options;
    start: string;
    moves: string[];
    unit: string;
    measured: boolean;
    plies: Ply[];
    seats: Side[];
    turning: number[];
    exact_from: number | null;
  }
  /** A mistake to be played better, kept on the device: its position, what was played there, and when it comes again. */
  interface Card {
    id: string;
    game: string;
    title: string;
    options: Protocol.Options;
    start: string;
    moves: string[];
    seat: number;
    move: string;
    /** What would have been better, with what follows. */
    line: string[];
    mark: string;
    /** What the move lost of the chances to win, which were `before`. */
    lost: number;
    before: number;
    /** The id of the game that was played here, "" without. */
    from: string;
    /** The box of the repetition, and the day on which it comes again. */
    box: number;
    due: number;
    tries: number;
    right: number;
    /** When it was tried last, 0 for never. */
    seen: number;
  }
  /** How a mistake is being played better: the moves so far, how many are one's own, what those lost of the chances. */
  interface Trial {
    moves: string[];
    made: number;
    lost: number;
    phase: "asked" | "going" | "kept" | "lost";
  }
  /** What the search says of a move that was tried: its mark, what it lost, what is there now, and the answer. */
  interface Tried {
    seat: number;
    move: string;
    mark: string;
    lost: { chance: number; value: number | null };
    chances: [number, number];
    best: Worth & { move: string };
    made: Worth;
    sentence: string;
    stage: any;
    /** The answers, until the same side is to move again; all moves so far stand in `moves`. */
    replies: string[];
    moves: string[];
    over: boolean;
    /** Whether the side that tries has won (1), drawn (0) or lost (-1), once it is over. */
    result: number | null;
  }
  /** What the page of the deck shows: its card and trial, what the search said last, and whether that counts. */
  interface Desk {
    card: Card | null;
    trial: Trial | null;
    told: Tried | null;
    busy: boolean;
    counted: boolean;
    /** Whether the answer was asked for. */
    shown: boolean;
    practice: boolean;
    said: string;
    /** How far one's own games are reviewed, and those that wait for it. */
    looking: { title: string; at: number; of: number; done: number; plies: number } | null;
    others: Games.Card[];
  }
  interface Acts {
    next(): void;
    practise(): void;
    again(): void;
    show(): void;
    add(card: Card): void;
    drop(card: Card): void;
    save(): void;
    load(file: File): void;
    look(): void;
  }
}
