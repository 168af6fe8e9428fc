/** “Requests”, as the rest of the page knows it. */

import { view } from "../view";

export const requests = view(
  { id: "requests", title: "Requests", place: "dock" },
  async () => (await import("./RequestsView")).RequestsView,
);
