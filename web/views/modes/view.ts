/** “Read modes”, as the rest of the page knows it. */

import { view } from "../view";

export const modes = view(
  { id: "modes", title: "Read modes", place: "dock" },
  async () => (await import("./ModesView")).ModesView,
);
