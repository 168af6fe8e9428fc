/** Which of the page's own scenarios were opened on this device. Must not know what shows it. */

import { keepChoice, keptChoice } from "./keep/storage";

const NAME = "seen";

export function seenHere(): ReadonlySet<string> {
  return new Set(keptChoice(NAME)?.split(" "));
}

export function noteSeen(id: string): void {
  const seen = seenHere();
  if (!seen.has(id)) keepChoice(NAME, [...seen, id].join(" "));
}
