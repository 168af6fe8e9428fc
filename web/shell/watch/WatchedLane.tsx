/** The one picture under the map: what the scenario names, or its first lane. */

import { type ComponentType, Suspense } from "react";
import type { LaneName, PictureName } from "@/engine/types";
import { useSim } from "@/session/simStore";
import { lazily } from "@/ui/lazily";
import { RequestLane } from "@/views/picture/RequestLane";

export function WatchedLane() {
  const name = useSim(({ world }) => world?.show.picture);
  if (name === undefined) return null;
  const picture = name === null ? { lane: "first" as const } : PICTURES[name];
  return (
    <Suspense fallback={null}>
      {"lane" in picture ? (
        <Lane only={picture.lane} />
      ) : (
        <picture.Content {...(picture.rows === undefined ? {} : { rows: picture.rows })} />
      )}
    </Suspense>
  );
}

/** One lane of the run over time, or the first that the scenario has. */
const Lane = lazily(async () => ({
  default: (await import("@/views/series/SeriesView")).SeriesView,
}));

type Picture =
  | { lane: LaneName }
  | { Content: ComponentType<{ rows?: "zones" | "nodes" }>; rows?: "nodes" };

/** The first minute's picture comes with the page; the others are fetched. */
const PICTURES: Readonly<Record<PictureName, Picture>> = {
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
