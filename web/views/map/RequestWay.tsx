/**
 * Which request's way is shown on the map: the one under the pointer, or the selected one.
 */
import { lazy, Suspense, useRef } from "react";
import type { Frame, RequestView, World } from "@/protocol/engine";
import { useSim } from "@/store/simStore";
import { useMap } from "./mapContext";

/** Fetched when a request is first pointed at. */
const WayPicture = lazy(async () => ({ default: (await import("./WayPicture")).WayPicture }));

export function RequestWay() {
  const { world } = useMap();
  const memory = useRef(new RequestMemory());
  const known = useSim((s) => {
    const id = requestOf(s.hover) ?? requestOf(s.selection);
    if (s.frame && s.world === world) memory.current.learn(world, s.frame);
    return id === null ? undefined : memory.current.request(id);
  });
  if (!known) return null;
  return (
    <Suspense fallback={null}>
      <WayPicture known={known} />
    </Suspense>
  );
}

const REMEMBERED_MAX = 100;

/** Frames tell of the newest requests only; one that a person looks at stays known for a while. */
class RequestMemory {
  private world: World | null = null;
  private learned: Frame | null = null;
  private readonly requests = new Map<number, RequestView>();

  learn(world: World, frame: Frame): void {
    if (frame === this.learned) return;
    const again = world.nodes !== this.world?.nodes || frame.now_us < (this.learned?.now_us ?? 0);
    if (again) this.requests.clear();
    this.world = world;
    this.learned = frame;
    for (const request of frame.requests) {
      this.requests.delete(request.id);
      this.requests.set(request.id, request);
    }
    for (const id of this.requests.keys()) {
      if (this.requests.size <= REMEMBERED_MAX) break;
      this.requests.delete(id);
    }
  }

  request(id: number): RequestView | undefined {
    return this.requests.get(id);
  }
}

function requestOf(target: unknown): number | null {
  if (typeof target !== "object" || target === null || !("request" in target)) return null;
  return target.request as number;
}
