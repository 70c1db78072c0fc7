/** The board of two people on one device, for the type check; no page loads this file. */

declare namespace Device {
  /** A game that only this device knows. */
  interface Game {
    id: string;
    game: string;
    title: string;
    options: Protocol.Options;
    /** Where it begins, for a start that the server drew; null for the start of the options. */
    start: string | null;
    moves: string[];
    seats: string[];
    created: string;
    /** How it ended, in a sentence; empty while it goes on. */
    ended: string;
  }
  /** What the page knows of a game; without addresses to keep, its rules are the server's alone. */
  interface Entry {
    id: string;
    title: string;
    presets: Protocol.Preset[];
    seat_names: string[];
    /** The options with what they are unless chosen. */
    options: Protocol.Options;
    keep: string[];
  }
  interface Position {
    position: any;
    move: Protocol.Move | null;
  }
}
