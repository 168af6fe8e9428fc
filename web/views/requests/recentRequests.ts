/** The recent requests: those that were told of before stay while they are looked at. */

import type { Frame, RequestView, World } from "@/engine/types";

export const REQUESTS_MAX = 60;

/**
 * Takes in what a frame tells: known requests are replaced by their later state; one that was
 * pending and is told of no more is dropped, since its end will not be known. Oldest first.
 */
export function mergeRequests(
  known: readonly RequestView[],
  fresh: readonly RequestView[],
): RequestView[] {
  const byId = new Map<number, RequestView>();
  for (const request of known) if (request.outcome !== "pending") byId.set(request.id, request);
  for (const request of fresh) byId.set(request.id, request);
  const all = [...byId.values()].sort((a, b) => a.invoked_us - b.invoked_us || a.id - b.id);
  return all.slice(-REQUESTS_MAX);
}

let seen: { world: World; frame: Frame; known: RequestView[] } | undefined;

/** The requests known at a frame, given the frames of the same run that were asked for before. */
export function requestsAt(world: World, frame: Frame): RequestView[] {
  if (seen?.frame !== frame) {
    const goesOn = seen?.world.nodes === world.nodes && seen.frame.events <= frame.events;
    const before = goesOn ? (seen?.known ?? []) : [];
    seen = { world, frame, known: mergeRequests(before, frame.requests) };
  }
  return seen.known;
}
