/** “Bytes”, as the rest of the page knows it. */

import { view } from "../view";

export const bytes = view(
  { id: "bytes", title: "Bytes", place: "dock" },
  async () => (await import("./BytesView")).BytesView,
);
