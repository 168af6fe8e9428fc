/** “Bottleneck”, as the rest of the page knows it. */

import { view } from "../view";

export const bottleneck = view(
  { id: "bottleneck", title: "Bottleneck", place: "dock" },
  async () => (await import("./BottleneckView")).BottleneckView,
);
