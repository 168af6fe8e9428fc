/** How far the news of a write has come: on a map to scale, on a circle about its store. */

import type { Frame, World } from "@/engine/types";
import { newestRequest } from "./requestPath";

export interface Wave {
  node: number;
  /** The newest entry that it carries. */
  index: number;
  /** How long it is under way. */
  ageUs: number;
}

/** Sent within so short a time it left at one instant. */
const AT_ONCE_US = 500;
const COPY = "append";

/** Of the write that is followed, while its copies are under way; null where none are. */
export function waveAt(world: World, frame: Frame): Wave | null {
  const path = newestRequest(world, frame);
  if (path === null || !path.isWrite || path.server === null) return null;
  const copies = path.hops.filter(({ kind, from }) => kind === COPY && from === path.server);
  const sentUs = Math.min(...copies.map((one) => one.sentUs));
  const round = copies.filter((one) => one.sentUs - sentUs <= AT_ONCE_US);
  const lastUs = Math.max(...round.map((one) => one.arriveUs));
  if (round.length < 2 || frame.now_us < sentUs || frame.now_us > lastUs) return null;
  const { replicas } = frame;
  const index = replicas.last[replicas.node.indexOf(path.server)];
  return index === undefined ? null : { node: path.server, index, ageUs: frame.now_us - sentUs };
}
