/** “Events”, as the rest of the page knows it. */

import { view } from "../view";

export const events = view(
  { id: "events", title: "Events", place: "dock" },
  async () => (await import("./Events")).Events,
);
