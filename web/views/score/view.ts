/** “Over time”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const score = view(
  { id: "score", title: msg("Over time"), place: "dock" },
  async () => (await import("./ScoreView")).ScoreView,
  async () => (await import("./AgainstField")).AgainstField,
);
