/** How a map is chosen on the setup page: drawn by kind and size, or from a file that is dropped or picked. */

import { html, live, nothing } from "lit";
import { standing } from "lib/dom.js";
import { fixed } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

/** The largest file that is sent. */
const LARGEST = 2_000_000;
const TITLES = { path: _("Path"), triangle: _("Triangle"), circle: _("Circle"), grid: _("Grid"), ladder: _("Ladder of rivers"), sierpinski: _("Sierpinski triangle"), random: _("Random"), city: _("City") };
const FILE = "file";

/** What was said of the last file. */
let upload = { name: "", map: "", words: "", error: "" };

/** The parts of a name such as `grid-5x4` or `random-40-1`: kind, sizes, and a seed. @param {string} name */
function partsOf(name) {
  const found = /^([a-z]+)-(\d+)(?:x(\d+))?(?:-(\d+))?$/.exec(name);
  if (!found) return null;
  return { kind: found[1], size: Number(found[2]), height: number(found[3]), seed: number(found[4]) };
}

const number = (/** @type {string | undefined} */ text) => (text === undefined ? null : Number(text));

/** @param {{kind: string, size: number, height: number | null, seed: number | null}} parts */
const nameOf = ({ kind, size, height, seed }) => `${kind}-${size}${height === null ? "" : `x${height}`}${seed === null ? "" : `-${seed}`}`;

/**
 * The field of the option, in place of a box for its text alone.
 *
 * @param {any} option @param {string} prefix @param {string | undefined} value @param {(value: string | undefined) => void} choose
 */
export function mapField(option, prefix, value, choose) {
  const id = `${prefix}-${option.name}`;
  const shown = value ?? option.default;
  const usual = option.choices.map(partsOf);
  const parts = partsOf(shown);
  const known = parts && usual.some((/** @type {any} */ each) => each.kind === parts.kind) ? parts : null;
  const pick = (/** @type {string} */ kind) => {
    const start = usual.find((/** @type {any} */ each) => each.kind === kind);
    if (start) choose(nameOf(start));
    else document.getElementById(`${id}-file`)?.click();
  };
  const send = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    upload = await given(file);
    choose(upload.map || shown);
  };
  const dropped = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    send(event.dataTransfer?.files[0]);
  };
  const box = (/** @type {string} */ part, /** @type {string} */ title, /** @type {any} */ now) =>
    html`<div class="field"><label for="${id}-${part}">${title}</label><input id="${id}-${part}" type="number" inputmode="numeric" min="0"
      .value=${live(String(now[part]))} @change=${(/** @type {any} */ event) => choose(nameOf({ ...now, [part]: Math.max(0, Math.round(Number(event.target.value) || 0)) }))} /></div>`;
  return html`<div class="field">
      <label for="${id}-kind">${option.title}</label>
      <select id="${id}-kind" .value=${live(known ? known.kind : FILE)} @change=${(/** @type {any} */ event) => pick(event.target.value)}>
        ${usual.map((/** @type {any} */ each) => html`<option value=${each.kind} ?selected=${each.kind === known?.kind}>${title(each.kind)}</option>`)}
        <option value=${FILE} ?selected=${!known}>${_("From a file")}</option>
      </select>
    </div>
    ${known
      ? html`<div class="two-columns gap-3 align-end">${box("size", known.height === null ? _("Size") : _("Columns"), known)}
          ${known.height === null ? nothing : box("height", _("Rows"), known)}${known.seed === null ? nothing : box("seed", _("Draw number"), known)}</div>`
      : nothing}
    <div class="field" @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${dropped}>
      <label for="${id}-file">${_("A map file (drop it here, or choose it)")}</label>
      <input id="${id}-file" type="file" accept=".json,application/json" @change=${(/** @type {any} */ event) => send(event.target.files[0])} />
      ${upload.error ? html`<p class="notice bad" role="alert">${upload.error}</p>` : html`<p class="hint" role="status">${upload.words}</p>`}
    </div>
    <div class="field">
      <label for=${id}>${_("Its name")}</label>
      <input id=${id} class="mono" autocomplete="off" spellcheck="false" autocapitalize="off" maxlength=${option.high ?? nothing}
        aria-describedby="${id}-help" .value=${live(standing(id, shown))} @change=${(/** @type {any} */ event) => choose(event.target.value.trim() || undefined)} />
      <p class="hint" id="${id}-help">${option.help}</p>
    </div>`;
}

/** @param {string} kind */
const title = (kind) => /** @type {Record<string, string>} */ (TITLES)[kind] ?? kind[0].toUpperCase() + kind.slice(1);

/** Send a file to the server, which checks and keeps it. @param {File} file */
async function given(file) {
  const failed = (/** @type {string} */ error) => ({ name: file.name, map: "", words: "", error: `${file.name}: ${error}` });
  if (file.size > LARGEST) return failed(_("A map has at most 2 MB; this file has {size} MB.", { size: fixed(file.size / 1e6, 1) }));
  try {
    const answer = await fetch(served("/api/maps?game=punter"), { method: "POST", headers: { "Content-Type": "application/json" }, body: file });
    const data = await answer.json();
    if (!answer.ok) return failed(data.error.sentence);
    const words = (ngettext("{name}: {sites} sites, {rivers} rivers, {mines} mine.", "{name}: {sites} sites, {rivers} rivers, {mines} mines.", data.mines, { name: file.name, sites: data.sites, rivers: data.rivers, mines: data.mines }));
    return { name: file.name, map: data.map, words, error: "" };
  } catch {
    return failed(_("the server does not answer."));
  }
}
