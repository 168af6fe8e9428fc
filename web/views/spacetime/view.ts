/** “Space-time”, as the rest of the page knows it. */

import { view } from "../view";

export const spacetime = view(
  { id: "spacetime", title: "Space-time", place: "dock" },
  async () => (await import("./SpaceTimeView")).SpaceTimeView,
);
