/** “Compare”, as the rest of the page knows it. */

import { view } from "../view";

export const compare = view(
  { id: "compare", title: "Compare", place: "dock", forTwo: true },
  async () => (await import("./CompareView")).CompareView,
);
