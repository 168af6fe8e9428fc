/** The one picture under the map: what the scenario names, or its first lane. */

import { Suspense } from "react";
import { useSim } from "@/session/simStore";
import { Lane, PICTURES } from "./pictures";

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
