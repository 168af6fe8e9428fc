/** Steps that may fail with the network: each failure is told, with a button to try again. */

import { t } from "@/language/words";
import { sim } from "./simClient";
import { simStore } from "./simStore";

/** What the step came to, however often somebody had to try it again. */
export async function tried<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      await triedAgain(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Of a key, a button or a drop, for which nobody waits. Whatever it was is an error of the page too. */
export function pressed(step: () => unknown): void {
  const pressing = async (): Promise<unknown> => step();
  void tried(() => pressing().catch(rethrown));
}

function rethrown(error: unknown): never {
  reportError(error);
  throw error;
}

/** In the place of the run, while there is none; else beside it. */
function triedAgain(why: string): Promise<void> {
  return new Promise((take) => {
    if (simStore.getState().world !== null) {
      const text = t("A part of the page could not be fetched: {why}", { why });
      return sim.notify(text, true, { label: t("Try again"), take });
    }
    const again = (): void => {
      simStore.explain(null);
      take();
    };
    const title = t("A part of the page could not be fetched");
    simStore.explain({ title, text: why, again });
  });
}
