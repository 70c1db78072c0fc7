/** What the page knows of one trace on the server beyond its columns: the words of its steps, the boards of its nodes. */

import { ask } from "lib/http.js";

const CHUNK = 100;
/** Boards that are asked for at once, and that are kept. */
const VIEWS = 24;
const KEPT = 600;

/** Have a search recorded, and fetch its trace. @param {Partial<Lab.Question>} question `seconds` is what the search took of a processor, null where nobody knows any more. @returns {Promise<{key: string, data: any, seconds: number | null} | {refusal: string}>} */
export async function fetchTrace(question) {
  const made = await ask("/api/lab/trace", { ...question, position: question.position || undefined });
  if (!made.ok) return { refusal: made.error.sentence };
  const key = made.data.trace;
  const sent = await ask(`/api/lab/trace/${key}`);
  return sent.ok ? { key, data: sent.data, seconds: made.data.seconds ?? null } : { refusal: sent.error.sentence };
}

export class Source {
  /** @param {string} address where the trace's words and views are @param {() => void} changed is called when something that was asked for has come */
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    this.lost = false;
    /** @type {Map<number, {short: string[], long: string[], lines: (number | null)[]} | null>} */
    this.chunks = new Map();
    /** @type {Map<number | string, Lab.Shown>} */
    this.views = new Map();
    /** @type {Set<number | string>} */
    this.wanted = new Set();
    this.fetching = false;
  }

  /** Forget all, and know this instead. @param {{first: number, short: string[], long: string[], lines: (number | null)[]}} words @param {Record<string, Lab.Shown>} views */
  renew(words, views) {
    this.lost = false;
    this.chunks.clear();
    this.chunks.set(words.first, words);
    this.views.clear();
    for (const [row, view] of Object.entries(views)) this.views.set(Number(row), view);
  }

  /** The words of a step: short, long, and the line that it lights; null while they travel. @param {number} at @returns {Lab.Words | null} */
  words(at) {
    if (at < 0) return null;
    const first = Math.floor(at / CHUNK) * CHUNK;
    for (const from of [first, first + CHUNK]) if (!this.chunks.has(from) && from <= at + CHUNK / 2) this.fetchWords(from);
    const chunk = this.chunks.get(first);
    const place = at - first;
    return chunk ? { short: chunk.short[place] ?? "", long: chunk.long[place] ?? "", line: chunk.lines[place] ?? null } : null;
  }

  /** @param {number} from */
  async fetchWords(from) {
    this.chunks.set(from, null);
    const answer = await ask(`${this.address}/words?from=${from}&count=${CHUNK}`);
    if (!answer.ok) return this.fail(() => this.chunks.delete(from));
    this.chunks.set(from, answer.data);
    this.changed();
  }

  /**
   * The board of a node, null while it travels.
   * @param {number | string} row or `parent.index`, a move that was cut @param {number[]} soon nodes that come next
   */
  view(row, soon = []) {
    for (const each of [row, ...soon]) if (!this.views.has(each)) this.wanted.add(each);
    if (this.wanted.size) this.fetchViews();
    return this.views.get(row) ?? null;
  }

  async fetchViews() {
    if (this.fetching || this.lost) return;
    this.fetching = true;
    const rows = [...this.wanted].slice(-VIEWS);
    this.wanted.clear();
    const answer = await ask(`${this.address}/views?nodes=${rows.join(",")}`);
    this.fetching = false;
    if (!answer.ok) return this.fail(() => {});
    if (this.views.size > KEPT) this.views.clear();
    for (const row of rows) this.views.set(row, answer.data.views[row]);
    this.changed();
    if (this.wanted.size) this.fetchViews();
  }

  /** The server put the trace away, or is gone; the page says so once. @param {() => void} undo */
  fail(undo) {
    undo();
    if (this.lost) return;
    this.lost = true;
    this.changed();
  }
}
