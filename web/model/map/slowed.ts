/** One request of many, told slowly while the run is too fast for the eye. */

import type { Frame, RequestView, World } from "@/engine/types";
import { OP_INFO } from "../ops";

export interface Slowed {
  request: RequestView;
  /** The instant of the request that is shown. */
  atUs: number;
  /** So many times slower than the run. */
  times: number;
}

interface Pace {
  /** Simulated seconds per second. */
  speed: number;
  playing: boolean;
}

/** A message that crosses in less, by the wall, is not seen on its way. */
const SEEN_MS = 120;
/** A request is picked so often, by the wall; for a part of that it goes, then it rests. */
const EVERY_MS = 2_400;
const GOES = 0.75;
/** Slowed less than this it would go as all others do. */
const TIMES_MIN = 2;

/** Whether even the longest way between two zones is over before it is seen. */
export function isTooFast(world: World, { speed, playing }: Pace): boolean {
  const longestUs = Math.max(0, ...world.links.map(({ delay_us }) => delay_us));
  return playing && longestUs > 0 && longestUs / 1_000 / speed < SEEN_MS;
}

/** What was picked stays for its while: frames go on, and know it no more. */
export class SlowedPick {
  private world: World | null = null;
  private stretch = -1;
  private picked: RequestView | null = null;

  /** Null while time is slow enough, or nothing has ended yet. */
  at(world: World, frame: Frame, pace: Pace): Slowed | null {
    if (!isTooFast(world, pace)) {
      this.stretch = -1;
      return null;
    }
    const everyUs = EVERY_MS * 1_000 * pace.speed;
    const stretch = Math.floor(frame.now_us / everyUs);
    if (stretch !== this.stretch || world !== this.world) {
      this.world = world;
      this.stretch = stretch;
      this.picked = newestEnded(frame);
    }
    const request = this.picked;
    if (request?.completed_us == null) return null;
    const tookUs = request.completed_us - request.invoked_us;
    const times = (everyUs * GOES) / tookUs;
    if (times < TIMES_MIN) return null;
    const gone = Math.min(1, (frame.now_us / everyUs - stretch) / GOES);
    return { request, atUs: request.invoked_us + gone * tookUs, times };
  }
}

/** The newest write that was answered, or else the newest of any kind. */
function newestEnded(frame: Frame): RequestView | null {
  const ended = frame.requests.filter(
    ({ completed_us, invoked_us, hops }) =>
      completed_us !== null && completed_us > invoked_us && hops.length > 0,
  );
  return ended.findLast(({ op }) => OP_INFO[op].writes) ?? ended.at(-1) ?? null;
}
