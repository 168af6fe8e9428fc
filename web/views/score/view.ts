/** “Over time”, as the rest of the page knows it. */

import { view } from "../view";

export const score = view(
  { id: "score", title: "Over time", place: "dock", isTall: true },
  async () => (await import("./ScoreView")).ScoreView,
);
