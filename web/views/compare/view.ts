/** “Compare”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const compare = view(
  { id: "compare", title: msg("Compare"), place: "dock", isRare: true, forTwo: true },
  async () => (await import("./CompareView")).CompareView,
);
