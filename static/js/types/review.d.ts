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
}
