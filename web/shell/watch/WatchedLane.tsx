/** The one lane under the map: a write message by message, or what the scenario shows first. */

import { Suspense } from "react";
import { useSim } from "@/session/simStore";
import { lazily } from "@/ui/lazily";
import { WriteLane } from "@/views/write/WriteLane";

/** Not of the first minute, which tells of one write. */
const ScoreView = lazily(async () => ({
  default: (await import("@/views/score/ScoreView")).ScoreView,
}));

export function WatchedLane() {
  const beats = useSim(({ world }) => world?.show.beats.length);
  if (beats === undefined) return null;
  if (beats > 0) return <WriteLane />;
  return (
    <Suspense fallback={null}>
      <ScoreView lanes={1} />
    </Suspense>
  );
}
