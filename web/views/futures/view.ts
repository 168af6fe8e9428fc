/** “Other futures”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const futures = view(
  { id: "futures", title: msg("Other futures"), place: "dock", isRare: true },
  async () => (await import("./FuturesView")).FuturesView,
);
