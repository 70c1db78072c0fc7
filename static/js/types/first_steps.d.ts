/** First steps of a game, as their page has them. */

declare namespace FirstSteps {
  interface Stage {
    id: string;
    title: string;
    words: string;
    task: string;
    hints: string[];
    options: Protocol.Options;
    view: Protocol.View;
    last: Protocol.Effect | null;
  }
  /** One position of a stage that was reached by a move; the first one by none. */
  interface Step {
    text: string;
    view: Protocol.View;
    last: Protocol.Effect | null;
    state: "open" | "reached" | "missed";
    says: string;
    own?: boolean;
  }
  interface State {
    game: Protocol.Game;
    stages: Stage[];
    mild: Protocol.Level;
    done: Set<string>;
    at: number;
    trail: Step[];
    busy: boolean;
    /** The move that the board points out. */
    hint: string | null;
    help: string;
    refusal: string;
    /** Whether the last move was typed. */
    typed: boolean;
  }
  interface Listener {
    open(at: number): void;
    play(event: FormEvent): void;
    undo(): void;
    help(): void;
  }
}
