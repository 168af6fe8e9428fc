/** How much of the page stands: the map with one sentence, or all instruments. */

import type { ActKind } from "@/model/acts/act";
import { keepChoice, keptChoice } from "./keep/storage";
import type { PageState } from "./pageState";
import { pageStore } from "./pageStore";
import type { Level } from "./stage";

const KEY = "level";

/** As chosen on this device; the map with one sentence for who never chose. */
export function keptLevel(): Level {
  return keptChoice(KEY) === "instruments" ? "instruments" : "watch";
}

/** Chosen by a person: it is what the page opens with from now on, if it was not for a room. */
export function chooseLevel(level: Level): void {
  pageStore.stage({ level });
  if (!pageStore.getState().presenting) keepChoice(KEY, level);
}

/** Somebody asked for what only the instruments show: they stand until the page is left. */
export function needInstruments(): void {
  if (pageStore.getState().level !== "instruments") pageStore.stage({ level: "instruments" });
}

/** The form shows this act, open and in sight. */
export function showForm(act: ActKind): void {
  needInstruments();
  pageStore.askForAct(act);
}

/** Whether the map with one sentence, or with a lesson's text, is all that stands. */
export function isOnlyWatched({ level, ...page }: PageState): boolean {
  const isPlain = page.challenge === null && page.beside === null;
  return level === "watch" && isPlain && !page.embedded;
}
