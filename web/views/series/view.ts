/** “Over time”, as the rest of the page knows it. */

import { msg } from "@/language/words";
import { view } from "../view";

export const series = view(
  { id: "series", title: msg("Over time"), place: "dock" },
  async () => (await import("./SeriesView")).SeriesView,
  async () => (await import("./AgainstField")).AgainstField,
);
