/**
 * The ways out of a stage: a link to the step, the stage for pages and slides of others, and the tree as SVG, PDF, TikZ and film. Loaded when
 * it is asked for. A PDF is what the browser prints of the picture alone, on a page of its size.
 */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { linkField } from "lib/link_field.js";
import { colourOf } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { saveFile } from "lib/save.js";
import { origin } from "lib/served.js";
import { pictureOf, svgOf, tikzOf } from "./picture.js";

/** What an embedded stage is as large as, in pixels, unless its page says otherwise. */
const [WIDE, HIGH] = [960, 640];

/** Which colour a seat has on white paper. @param {HTMLElement} frame in which the seats have their colours */
function coloursIn(frame) {
  return (/** @type {number} */ seat) => {
    const probe = document.createElement("span");
    frame.append(probe);
    Object.assign(probe.style, { colorScheme: "light", color: colourOf(seat) });
    const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
    probe.remove();
    return `#${parts.slice(0, 3).map((part) => Math.round(Number(part)).toString(16).padStart(2, "0")).join("")}`;
  };
}

/**
 * @typedef {{walk: import("./walk.js").Walk<any>, link: string, title: string, done: string, busy: number | null, change: (fields: {done?: string, busy?: number | null}) => void, close: () => void}} Doors
 * `link` is the fragment of the step, `done` what came of what was pressed last, `busy` the share of the film that is drawn
 */

/** The content of the dialog. @param {Doors} doors */
export function doorsPanel(doors) {
  const { link, title, done, busy } = doors;
  const frame = `<iframe src="${`${origin()}/embed${link}`.replaceAll("&", "&amp;")}" width="${WIDE}" height="${HIGH}" title="${title.replaceAll('"', "&quot;")}" loading="lazy"></iframe>`;
  const tool = (/** @type {string} */ name, /** @type {unknown} */ words, /** @type {() => void} */ run) => html`<button type="button" class="button" data-take=${name} ?disabled=${busy !== null} @click=${run}>${icon("load")}${words}</button>`;
  return html`<h2 id="dialog-title">${_("Take this stage along")}</h2>
    <div class="column gap-4 above-3 below-4">
      <div class="column gap-1"><strong>${_("Link to this step")}</strong>${linkField(_("Link to this step"), `${origin()}/lab${link}`, "lab-link")}</div>
      <div class="column gap-1"><strong>${_("For other pages and slides")}</strong>${linkField(_("For other pages and slides"), frame, "lab-frame-link")}
        <p class="hint">${_("The stage stands there live, with its steps. After /embed, ?theme=dark sets the colours, large=1 large type, autoplay=1 and speed=2 let it play, seconds a step.")}</p></div>
      <div class="column gap-1"><strong>${_("The tree at this step")}</strong>
        <div class="button-row">${tool("svg", "SVG", () => save(doors, "svg"))} ${tool("tex", "TikZ", () => save(doors, "tex"))} ${tool("pdf", _("PDF, by printing"), () => print(doors))}
          ${tool("gif", busy === null ? _("Film of all steps") : _("Film: {percent} %", { percent: Math.round(100 * busy) }), () => film(doors))}</div>
        <p role="status" class="hint">${done || nothing}</p></div>
    </div>
    <form method="dialog"><button class="button" autofocus>${_("Close")}</button></form>`;
}

/** @param {Doors} doors */
function drawnNow({ walk: { trace, replay, stage, parts } }) {
  return pictureOf(trace, replay, stage.fold, coloursIn(parts.frame), { veiled: stage.veiled, far: stage.least > 0 });
}

const nameOf = (/** @type {Doors} */ { walk: { trace, at } }) => `${trace.head.game}-${trace.head.search}-${at}`;

/** @param {Doors} doors @param {"svg" | "tex"} form */
function save(doors, form) {
  const picture = drawnNow(doors);
  const [text, type] = form === "svg" ? [svgOf(picture, doors.title), "image/svg+xml"] : [tikzOf(picture, doors.title), "text/x-tex"];
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `${nameOf(doors)}.${form}`);
  doors.change({ done: _("The file is saved.") });
}

/** Print the picture alone, on a page that is as large as it. @param {Doors} doors */
function print(doors) {
  const picture = drawnNow(doors);
  const page = document.createElement("div");
  page.className = "lab-print";
  page.append(document.importNode(new DOMParser().parseFromString(svgOf(picture, doors.title), "image/svg+xml").documentElement, true));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${Math.ceil(picture.width)}px ${Math.ceil(picture.height)}px; margin: 0; }`);
  doors.close(); // what stands in the top layer would be printed over it
  document.body.append(page);
  document.adoptedStyleSheets.push(sheet);
  const done = () => {
    page.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  };
  addEventListener("afterprint", done, { once: true });
  requestAnimationFrame(() => globalThis.print());
}

/** @param {Doors} doors */
async function film(doors) {
  doors.change({ busy: 0, done: "" });
  const { trace, source, parts } = doors.walk;
  try {
    const { filmOf, taken } = await import("./film.js");
    const made = await filmOf(trace, source.address, coloursIn(parts.frame), (busy) => doors.change({ busy }));
    saveFile(made, `${trace.head.game}-${trace.head.search}.gif`);
    const { every } = taken(trace.steps);
    doors.change({ busy: null, done: every === 1 ? _("The film is saved.") : _("The film is saved; it shows one step of {every}.", { every }) });
  } catch (error) {
    doors.change({ busy: null, done: error instanceof Error ? error.message : String(error) });
  }
}
