/** The two comparisons that the tests in this folder use. */

const show = (value) => JSON.stringify(value);

/** Fail unless both hold the same data. */
export function equal(found, wanted, what = "value") {
  if (show(found) !== show(wanted)) throw new Error(`${what}: found ${show(found)}, wanted ${show(wanted)}`);
}

/** Fail unless the condition holds. */
export function ok(condition, what) {
  if (!condition) throw new Error(`not so: ${what}`);
}

/** Let everything that waits for a moment happen. */
export const settle = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Wait until a condition holds; it fails after ten seconds. */
export async function until(condition, what) {
  for (const end = performance.now() + 10_000; !condition(); await settle(2)) ok(performance.now() < end, what);
}
