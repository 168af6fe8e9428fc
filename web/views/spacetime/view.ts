/** “Space-time”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const spacetime = view(
  { id: "spacetime", title: msg("Space-time"), place: "dock" },
  async () => (await import("./SpaceTimeView")).SpaceTimeView,
);
