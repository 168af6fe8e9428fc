/** “Read modes”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const modes = view(
  { id: "modes", title: msg("Read modes"), place: "dock", isRare: true },
  async () => (await import("./ModesView")).ModesView,
);
