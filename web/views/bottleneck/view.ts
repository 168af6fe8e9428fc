/** “Bottleneck”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const bottleneck = view(
  { id: "bottleneck", title: msg("Bottleneck"), place: "dock", isRare: true },
  async () => (await import("./BottleneckView")).BottleneckView,
);
