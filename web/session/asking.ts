/** Asks about what is selected: what the key `w` does. Loaded when it is first pressed. */

import type { Target } from "@/engine/types";
import { t } from "@/language/words";
import { questionsOf } from "@/model/questions";
import { pageStore } from "./pageStore";
import { sim } from "./simClient";
import { simStore } from "./simStore";

/** Asks the first question about the selection, or else about the range shown. */
export function askAboutSelection(): void {
  const { range } = simStore.getState();
  const { selection } = pageStore.getState();
  askAbout(selection ?? { range });
}

export function askAbout(target: Target): void {
  const { world, frame, range } = simStore.getState();
  if (world === null || frame === null) return;
  const asking = questionsOf(target, { world, frame, range })[0];
  if (asking === undefined) {
    sim.notify(t("There is no why for this. Select a store, a message or a request."));
    return;
  }
  sim.ask({ question: asking.question, us: frame.now_us, events: frame.events });
}
