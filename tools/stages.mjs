/**
 * Runs named stages one after the other, each under a heading and with its time. Ours, because the
 * first stage of a test is set-up, before which no package is installed; and what a test runner
 * prints goes straight through.
 */

import { Stop, seconds } from "./steps.mjs";

/**
 * @param {string} title
 * @param {[string, () => Promise<unknown>][]} list
 */
export async function stages(title, list) {
  const began = performance.now();
  for (const [name, work] of list) {
    const stage = performance.now();
    console.log(`\n── ${title}: ${name} ──`);
    try {
      await work();
    } catch (error) {
      if (error instanceof Stop) console.log(`── failed: ${name} (${seconds(stage)})`);
      throw error;
    }
    console.log(`── done: ${name} (${seconds(stage)})`);
  }
  console.log(`\n${title}: all ${list.length} passed (${seconds(began)})`);
}
