/** Numbers as people type them, with their thousands apart. */

import { numeral } from "lib/messages.js";

/** A whole number whose thousands stand apart, as `count` writes them or by blanks. */
const GROUPED = new RegExp(`^[+−-]?[1-9]\\d{0,2}([${numeral(1000).charAt(1)}\\s]\\d{3})+$`);

/** "12,345" -> "12345"; any other text as it is. @param {string} text */
export const ungrouped = (text) => (GROUPED.test(text) ? text.replace(/[^\d+−-]/g, "") : text);
