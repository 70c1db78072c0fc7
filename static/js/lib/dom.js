/** Finds elements of the page that are there, as what they are, what stands in them, and gives them the focus. */

/**
 * The element that a selector finds; a page without it is a mistake.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector @param {new () => E} [kind] what it is @param {ParentNode} [root]
 * @returns {E}
 */
export function find(selector, kind = /** @type {any} */ (HTMLElement), root = document) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`no ${selector}`);
}

/** The JSON that the server has put into the page. @param {string} id of the script element @returns {any} */
export const pageData = (id) => JSON.parse(find(`#${id}`, HTMLScriptElement).text);

/** What stands in a field of text: what is being typed is left alone. @param {string} id @param {string} value */
export function standing(id, value) {
  const field = document.activeElement;
  const typed = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return typed && field.id === id ? field.value : value;
}

/** Give the focus to what is drawn next, unless somebody has put it elsewhere meanwhile. @param {() => Element | null | undefined} drawn finds it */
export function focusSoon(drawn) {
  const before = document.activeElement;
  const give = () => [before, document.body].includes(document.activeElement) && /** @type {HTMLElement | null | undefined} */ (drawn())?.focus();
  requestAnimationFrame(() => requestAnimationFrame(give));
}
