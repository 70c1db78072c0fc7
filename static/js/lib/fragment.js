/** What the fragment of an address says, however its spaces were written. */

/**
 * Forms and `URLSearchParams` write a space as `+` and never as `%20`; who writes `%20`, as a browser does with what is typed, means a plus by `+`.
 * @param {string} hash with or without its #
 */
export function fieldsOf(hash) {
  const given = hash.replace(/^#/, "");
  return new URLSearchParams(given.includes("%20") ? given.replaceAll("+", "%2B") : given);
}
