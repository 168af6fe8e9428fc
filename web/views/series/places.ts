/** Where each lane stands, from top to bottom. Pure. Must not know how a lane draws. */

import type { LaneWords } from "./lane";
import type { NamedLane } from "./laneTable";

/** At normal type: the line of a time axis, the room between two lanes, a lane's own head. */
export const AXIS_PX = 20;
export const GAP_PX = 10;
export const HEAD_PX = 24;
const LANE_PX_MIN = 44;

export interface Place extends NamedLane {
  start: number;
  end: number;
}

/** From top to bottom; where there is no room for all, they scroll. */
export function placesOf(
  shown: LaneWords,
  lanes: readonly NamedLane[],
  height: number,
  scale: number,
  isWide: boolean,
): Place[] {
  const gaps = (isWide ? GAP_PX : GAP_PX + HEAD_PX) * scale;
  const shares = lanes.map(({ lane: { share } }) =>
    typeof share === "number" ? share : share(shown),
  );
  const sum = shares.reduce((a, b) => a + b, 0);
  const room = height - lanes.length * gaps;
  let start = isWide ? 0 : HEAD_PX * scale;
  return lanes.map((named, i) => {
    const share = Math.floor((room * (shares[i] ?? 0)) / sum);
    if (named.lane.ownTime === true) start += AXIS_PX * scale;
    const end = start + Math.max(LANE_PX_MIN * scale, share);
    const place = { ...named, start, end };
    start = end + gaps;
    return place;
  });
}
