/**
 * The stage as a picture to take along: the marks of the tree at a step, from the layout that the page draws, and written as SVG
 * or as TikZ. Knows no document, so the same picture is made for a file, for a printed page and for each picture of a film.
 */

import { markPath, shapeOf } from "lib/marks.js";
import { LINES, RADIUS, HEAD, LONGEST, short, sizeOf } from "./items.js";
import { lookOf, moverOf } from "./labels.js";
import { _ } from "lib/messages.js";

/**
 * What stands in a picture, in its order: an edge, the bar across one that is cut, a node, what is folded, words. Lengths are units of the layout.
 *
 * @typedef {{kind: "edge", how: "plain" | "ahead" | "walked" | "best" | "cut", path: [number, number][]} | {kind: "bar", x: number, y: number}
 *   | {kind: "node", x: number, y: number, shape: string, path: string, colour: string, how: "ahead" | "open" | "done" | "plain", current: boolean}
 *   | {kind: "stub", x: number, y: number, cut: boolean} | {kind: "fold", x: number, y: number}
 *   | {kind: "words", x: number, y: number, size: number, words: string, strong: boolean, soft: boolean}} Mark
 * @typedef {{width: number, height: number, marks: Mark[]}} Picture
 */

/** The colours of what is no seat, on white paper. */
export const INKS = { ink: "#1b1b1b", soft: "#4d4d4d", line: "#b0b0b0", control: "#767676", accent: "#0a5c6e", bad: "#a8261f", open: "#d5e6e6", done: "#ececec", paper: "#ffffff" };
/** How wide each kind of edge is drawn, and in which ink. @type {Record<string, [keyof typeof INKS, number]>} */
const EDGES = { plain: ["control", 1.5], ahead: ["line", 1.5], walked: ["ink", 2.5], best: ["accent", 6], cut: ["control", 1.5] };

/**
 * The marks of the tree as it stands now.
 * @param {Lab.Trace} trace @param {Lab.Replay} replay @param {import("./window.js").Fold} fold which nodes are drawn, and where
 * @param {(seat: number) => string} colour of a seat, as #rrggbb @param {{veiled?: number | null, far?: boolean}} [how]
 * @returns {Picture}
 */
export function pictureOf(trace, replay, fold, colour, { veiled = null, far = false } = {}) {
  const { places, width, height, foot } = fold.window;
  const { current } = replay.other;
  const way = new Set();
  for (let row = current; row > 0; row = trace.parent[row]) way.add(row);
  /** @type {Mark[][]} */
  const [edges, nodes, texts] = [[], [], []];
  const write = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words, /** @type {number} */ size, strong = false, soft = false) =>
    words && texts.push({ kind: "words", x, y, size, words, strong, soft });
  const drawEdge = (/** @type {Lab.Place} */ place, /** @type {"plain" | "ahead" | "walked" | "best" | "cut"} */ how) => {
    if (!place.parent) return;
    const [x, y] = [place.parent.x, place.parent.y + foot];
    const [to, end] = [place.x, place.y - HEAD];
    const middle = (y + end) / 2;
    edges.push({ kind: "edge", how, path: [[x, y], [x, middle], [to, middle], [to, end]] });
    if (how === "cut") edges.push({ kind: "bar", x: (x + to) / 2, y: middle });
  };
  const small = far ? 18 : 14;
  const at = far ? LINES.far : LINES.near;
  for (const place of places) {
    const { row, x, y, hidden } = place;
    if (row >= trace.size) {
      const { parent, indices } = fold.stubs.about[row - trace.size];
      const cut = indices.some((index) => replay.known(parent).cut.includes(index));
      const moves = trace.family.get(parent) ?? [];
      drawEdge(place, cut ? "cut" : "ahead");
      nodes.push({ kind: "stub", x, y, cut });
      write(x, y - 22, indices.length > 1 ? _("{count} cut", { count: indices.length }) : short(moves[indices[0]] ?? "", LONGEST), small, false, true);
      continue;
    }
    const look = lookOf(trace, replay, row, veiled);
    drawEdge(place, !look.met ? "ahead" : look.cut ? "cut" : look.best ? "best" : way.has(row) ? "walked" : "plain");
    const seat = moverOf(trace, row);
    const { status } = look.known;
    const shape = seat === null ? "over" : shapeOf(seat, trace.head.game);
    const how = !look.met ? "ahead" : status === "open" ? "open" : status === "done" ? "done" : "plain";
    nodes.push({ kind: "node", x, y, shape, path: seat === null ? "" : markPath(seat, trace.head.game), colour: seat === null ? INKS.ink : colour(seat), how, current: row === current });
    write(x, y + at[1], row ? short(trace.move[row], LONGEST) : "", small, look.met, !look.met);
    if (look.met) {
      write(x, y + at[0], look.value, far ? 18 : sizeOf(look.value), true);
      write(x, y + at[2], look.low, small, false, row !== current && status !== "open");
      write(x, y + at[3], look.high, small, false, row !== current && status !== "open");
    }
    if (!hidden) continue;
    nodes.push({ kind: "fold", x, y: y + foot + 6 });
    write(x, y + foot + 38, String(hidden), small, false, true);
  }
  return { width, height, marks: [...edges, ...nodes, ...texts] };
}

/** A number of at most two places. @param {number} value */
const plain = (value) => String(Math.round(value * 100) / 100);
const pair = (/** @type {[number, number]} */ [x, y]) => `${plain(x)} ${plain(y)}`;

/* SVG */

const SIGNS = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });
const escaped = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign]);

/** A picture as an SVG that stands alone, on white paper. @param {Picture} picture @param {string} title */
export function svgOf({ width, height, marks }, title) {
  const [wide, high] = [plain(width), plain(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="system-ui, 'Noto Sans', 'Liberation Sans', Arial, sans-serif" text-anchor="middle" dominant-baseline="central">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="${INKS.paper}"/>
${marks.map(svgMark).join("\n")}
</svg>
`;
}

/** @param {Mark} mark */
function svgMark(mark) {
  if (mark.kind === "edge") {
    const [ink, broad] = EDGES[mark.how];
    const [from, ...rest] = mark.path;
    return `<path d="M${pair(from)}C${rest.map(pair).join(" ")}" fill="none" stroke="${INKS[ink]}" stroke-width="${broad}"${mark.how === "cut" ? ' stroke-dasharray="4 4"' : ""}/>`;
  }
  const place = `translate(${pair([mark.x, mark.y])})`;
  if (mark.kind === "bar") return `<path d="M-13-6 13 6" transform="${place}" stroke="${INKS.bad}" stroke-width="4.5"/>`;
  if (mark.kind === "stub") return `<circle r="9" transform="${place}" fill="${INKS.paper}" stroke="${INKS.control}" stroke-width="1.5"${mark.cut ? ' stroke-dasharray="3 3"' : ""}/>`;
  if (mark.kind === "fold") return `<path d="M0-4 18 18H-18z" transform="${place}" fill="${INKS.done}" stroke="${INKS.control}" stroke-width="1.5"/>`;
  if (mark.kind === "words") {
    return `<text x="${plain(mark.x)}" y="${plain(mark.y)}" font-size="${mark.size}" fill="${mark.soft ? INKS.soft : INKS.ink}"${mark.strong ? ' font-weight="650"' : ""} stroke="${INKS.paper}" stroke-width="3" paint-order="stroke">${escaped(mark.words)}</text>`;
  }
  const outline = (/** @type {string} */ fill, /** @type {string} */ stroke, /** @type {number} */ broad) => {
    const how = `fill="${fill}" stroke="${stroke}" stroke-linejoin="round" stroke-width="${plain(broad)}"`;
    if (mark.shape === "over") return `<rect x="-21" y="-14" width="42" height="28" rx="5" ${how}/>`;
    if (mark.shape === "circle") return `<circle r="${RADIUS}" ${how}/>`;
    if (mark.shape === "square") return `<rect x="-17" y="-17" width="34" height="34" ${how}/>`;
    return `<path d="${mark.path}" transform="scale(2.4)" ${how.replace(/stroke-width="[^"]*"/, `stroke-width="${plain(broad / 2.4)}"`)}/>`;
  };
  const ring = mark.current ? `<circle r="${RADIUS + 8}" fill="none" stroke="${INKS.ink}" stroke-width="4"/>` : "";
  const rim = mark.how === "ahead" || mark.shape === "over" ? "" : outline("none", INKS.ink, 6);
  return `<g transform="${place}">${ring}${rim}${mark.how === "ahead" ? outline(INKS.paper, INKS.line, 1.5) : outline(INKS[mark.how === "plain" ? "paper" : mark.how], mark.colour, mark.shape === "over" ? 2 : 3.5)}</g>`;
}

/* TikZ */

/** What letters are in TeX. @type {Record<string, string>} */
const TEX = {
  "α": "$\\alpha$", "β": "$\\beta$", "≥": "$\\geq$", "≤": "$\\leq$", "−": "$-$", "∞": "$\\infty$", "×": "$\\times$", "↑": "$\\uparrow$", "→": "$\\rightarrow$", "~": "$\\sim$", "…": "\\ldots{}",
  "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "&": "\\&", "%": "\\%", $: "\\$", "#": "\\#", _: "\\_", "{": "\\{", "}": "\\}", "<": "$<$", ">": "$>$", "|": "$|$",
};
const inTex = (/** @type {string} */ text) => text.replace(/[α-ω≥≤−∞×↑→~…\\^&%$#_{}<>|]/g, (sign) => TEX[sign] ?? sign);
const tex = ([x, y] = [0, 0]) => `(${plain(x)},${plain(y)})`;

/** Path data that TeX can reckon with: a circle that is one arc, from its top almost to itself, in quarters. @param {string} path */
const texPath = (path) => path.replace(/a([\d.]+) \1 0 1 ([01])\s*-?\.01 0z/g, (__, radius, way) => {
  const side = way === "1" ? 1 : -1;
  const quarters = [[side, 1], [-side, 1], [-side, -1], [side, -1]];
  return `${quarters.map(([x, y]) => `a${radius} ${radius} 0 0 ${way} ${x * radius} ${y * radius}`).join("")}z`;
});

/** A picture as a TikZ picture for LaTeX, a unit a point, with what it needs said in its head. @param {Picture} picture @param {string} title */
export function tikzOf({ marks }, title) {
  const colours = [...new Set(marks.flatMap((mark) => (mark.kind === "node" ? [mark.colour] : [])))];
  const named = (/** @type {string} */ colour) => `treeseat${colours.indexOf(colour) + 1}`;
  const define = (/** @type {string} */ name, /** @type {string} */ colour) => `\\definecolor{${name}}{HTML}{${colour.slice(1).toUpperCase()}}`;
  return `% ${title.replace(/\s+/g, " ")}
% \\usepackage{tikz}\\usetikzlibrary{svg.path} in the preamble; \\scalebox or the option scale makes it fit.
\\begingroup
${Object.entries(INKS).map(([name, colour]) => define(`tree${name}`, colour)).join("\n")}
${colours.map((colour) => define(named(colour), colour)).join("\n")}
\\begin{tikzpicture}[x=1pt, y=1pt, yscale=-1, line join=round, inner sep=1pt, every node/.style={font=\\sffamily}]
${marks.map((mark) => texMark(mark, named)).join("\n")}
\\end{tikzpicture}
\\endgroup
`;
}

/** @param {Mark} mark @param {(colour: string) => string} named */
function texMark(mark, named) {
  if (mark.kind === "edge") {
    const [ink, broad] = EDGES[mark.how];
    const [from, one, two, to] = mark.path;
    return `\\draw[tree${ink}, line width=${broad}pt${mark.how === "cut" ? ", dash pattern=on 4pt off 4pt" : ""}] ${tex(from)} .. controls ${tex(one)} and ${tex(two)} .. ${tex(to)};`;
  }
  const here = `shift={${tex([mark.x, mark.y])}}`;
  if (mark.kind === "bar") return `\\draw[treebad, line width=4.5pt, ${here}] (-13,-6) -- (13,6);`;
  if (mark.kind === "stub") return `\\draw[treecontrol, fill=treepaper, line width=1.5pt${mark.cut ? ", dash pattern=on 3pt off 3pt" : ""}] ${tex([mark.x, mark.y])} circle[radius=9];`;
  if (mark.kind === "fold") return `\\draw[treecontrol, fill=treedone, line width=1.5pt, ${here}] (0,-4) -- (18,18) -- (-18,18) -- cycle;`;
  if (mark.kind === "words") {
    const font = `\\sffamily${mark.strong ? "\\bfseries" : ""}\\fontsize{${mark.size}}{${mark.size}}\\selectfont`;
    return `\\node[text=tree${mark.soft ? "soft" : "ink"}, font=${font}] at ${tex([mark.x, mark.y])} {${inTex(mark.words)}};`;
  }
  const outline = (/** @type {string} */ how, /** @type {number} */ broad) => {
    const draw = `\\draw[${how}, line width=${plain(broad)}pt, ${here}`;
    if (mark.shape === "over") return `${draw}, rounded corners=5pt] (-21,-14) rectangle (21,14);`;
    if (mark.shape === "circle") return `${draw}] (0,0) circle[radius=${RADIUS}];`;
    if (mark.shape === "square") return `${draw}] (-17,-17) rectangle (17,17);`;
    return `${draw}, scale=2.4] svg {${texPath(mark.path)}};`;
  };
  const ring = mark.current ? [`\\draw[treeink, line width=4pt] ${tex([mark.x, mark.y])} circle[radius=${RADIUS + 8}];`] : [];
  if (mark.how === "ahead") return [...ring, outline("treeline, fill=treepaper", 1.5)].join("\n");
  const rim = mark.shape === "over" ? [] : [outline("treeink", 6)];
  return [...ring, ...rim, outline(`${named(mark.colour)}, fill=tree${mark.how === "plain" ? "paper" : mark.how}`, mark.shape === "over" ? 2 : 3.5)].join("\n");
}
