/** “Logs”, as the rest of the page knows it. */

import { view } from "../view";

export const logs = view(
  { id: "logs", title: "Logs", place: "dock" },
  async () => (await import("./LogsView")).LogsView,
);
