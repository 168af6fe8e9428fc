/** “Requests”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const requests = view(
  { id: "requests", title: msg("Requests"), place: "dock" },
  async () => (await import("./RequestsView")).RequestsView,
);
