/** “Metrics”, as the rest of the page knows it. */

import { view } from "../view";

export const meters = view(
  { id: "meters", title: "Metrics", place: "meters", isTall: true },
  async () => (await import("./Meters")).Meters,
);
