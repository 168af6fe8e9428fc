/** “Bytes”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const bytes = view(
  { id: "bytes", title: msg("Bytes"), place: "dock" },
  async () => (await import("./BytesView")).BytesView,
);
