/** “Logs”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const logs = view(
  { id: "logs", title: msg("Logs"), place: "dock" },
  async () => (await import("./LogsView")).LogsView,
);
