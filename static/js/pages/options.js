/** The options of a game as fields: its usual settings by name, and all of them, folded away unless they are one's own. */

import { html, nothing } from "lit";
import { menu, optionField } from "lib/fields.js";
import { _ } from "lib/messages.js";

/** The preset whose options are those now chosen, null if none is. @param {Protocol.Game} game @param {Protocol.Options} options */
function presetOf(game, options) {
  const value = (/** @type {Protocol.Options} */ from, /** @type {Protocol.Option} */ option) => String(from[option.name] ?? option.default);
  const same = (/** @type {Protocol.Preset} */ preset) => game.options.every((each) => value(preset.options, each) === value(options, each));
  return game.presets.find(same) ?? null;
}

/**
 * @param {Protocol.Game} game @param {Protocol.Options} options those that are chosen
 * @param {object} about
 * @param {string} about.id of the menu of usual settings @param {string} about.prefix of the ids of the options
 * @param {(options: Protocol.Options) => void} about.take hears of other options
 * @param {Record<string, Boards.OptionField>} [about.fields] the game's own fields for some of them
 * @param {string} [about.kind] the class of what is folded @param {string} [about.inside] that of the fields in it
 */
export function optionFields(game, options, { id, prefix, take, fields = {}, kind = "", inside = "" }) {
  if (!game.options.length) return nothing;
  const preset = presetOf(game, options);
  const choices = game.presets.map((each) => ({ value: each.name, title: each.title }));
  if (!preset) choices.push({ value: "", title: _("Your own") });
  const usual = (/** @type {string} */ name) => name && take({ ...game.presets.find((each) => each.name === name)?.options });
  const choose = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    const chosen = { ...options, [name]: value };
    if (value === undefined) delete chosen[name];
    take(chosen);
  };
  return html`${game.presets.length
      ? html`<div class="field"><label for=${id}>${_("Kind")}</label>${menu(id, choices, preset?.name ?? "", usual)}</div>`
      : nothing}
    <details class=${kind} ?open=${!preset}>
      <summary>${_("All options")}</summary>
      <div class=${inside}>
        ${game.options.map((option) => (fields[option.name] ?? optionField)(option, prefix, options[option.name], choose(option.name)))}
      </div>
    </details>`;
}
