/** What draws each picture that a scenario can name, under the map for who watches. */

import type { ComponentType } from "react";
import type { LaneName, PictureName } from "@/engine/types";
import { lazily } from "@/ui/lazily";
import { RequestLane } from "@/views/picture/RequestLane";

/** One lane of the run over time, or the first that the scenario has. */
export const Lane = lazily(async () => ({
  default: (await import("@/views/series/SeriesView")).SeriesView,
}));

type Picture =
  | { lane: LaneName }
  | { Content: ComponentType<{ rows?: "zones" | "nodes" }>; rows?: "nodes" };

/** The first minute's picture comes with the page; the others are fetched. */
export const PICTURES: Readonly<Record<PictureName, Picture>> = {
  wave: { Content: RequestLane },
  fan: { Content: RequestLane, rows: "nodes" },
  strata: { lane: "commit" },
  flow: { lane: "between" },
  table: { lane: "leaders" },
  wall: { lane: "throughput" },
  clocks: { lane: "ages" },
  ladder: {
    Content: lazily(async () => ({ default: (await import("@/views/picture/Ladder")).Ladder })),
  },
  fleet: {
    Content: lazily(async () => ({ default: (await import("@/views/picture/Fleet")).Fleet })),
  },
};
