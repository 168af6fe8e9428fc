/** “Metrics”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const meters = view(
  { id: "meters", title: msg("Metrics"), place: "meters", isRare: true },
  async () => (await import("./Meters")).Meters,
);
