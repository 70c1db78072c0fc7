/** Finds elements of the page that are there, as what they are. */

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
