/**
 * Shows the tour to who is here for the first time, and never twice: that it was shown is noted on
 * the device before it is. Where nothing can be noted it waits to be asked for.
 */

import { noteShown } from "@/session/keep/storage";
import { stageStore } from "@/session/stage";

export function tourOnFirstVisit(): void {
  if (noteShown("tour")) stageStore.setState({ touring: true });
}
