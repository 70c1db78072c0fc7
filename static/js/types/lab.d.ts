/** What the laboratory and the lessons know of a search, for the type check; no page loads this file. */

declare namespace Lab {
  type Trace = import("../lab/trace.js").Trace;
  type Replay = import("../lab/replay.js").Replay;
  type Question = import("../lab/address.js").Question;
  type Step = ReturnType<typeof import("../lab/trace.js").stepAt>;
  /** A question about the next step, and how it was answered. */
  type Asked = import("../lab/predict.js").Question;
  type Verdict = { right: boolean; words: string };
  /** What a search came to, as `summed` finds it. */
  type Summed = ReturnType<typeof import("../lab/compare.js").summed>;
  /** A kind of search, as a position lets it be chosen. */
  interface Search {
    id: string;
    title: string;
    summary: string;
    refuses: string | null;
    options: Protocol.Option[];
    default_depth?: number;
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
    mode: string;
    need: number;
    hints?: string[];
    wrong: Record<string, string>;
    otherwise: string;
    tolerance: number;
    overlays: Record<string, boolean>;
  }
  /** The moves of a position with the parts of their scores. */
  interface Ranked {
    options: Protocol.Option[];
    ranked: { text: string; rank: number; parts: Record<string, number> }[];
    lowest: boolean;
  }
}
