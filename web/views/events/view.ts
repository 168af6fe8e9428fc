/** “Events”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const events = view(
  { id: "events", title: msg("Events"), place: "dock", isRare: true },
  async () => (await import("./Events")).Events,
);
