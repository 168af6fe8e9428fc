/** Which request's way is shown on the map: the pointed one, the selected one, or a view's. */
import { Suspense, useRef } from "react";
import type { Frame, RequestView, World } from "@/engine/types";
import { requestOfTarget } from "@/model/targets";
import { usePage } from "@/session/pageStore";
import { useIsBeside, useSim } from "@/session/simStore";
import { lazily } from "@/ui/lazily";
import { useMap } from "./mapContext";

/** Fetched when a request is first pointed at. */
const WayPicture = lazily(async () => ({ default: (await import("./WayPicture")).WayPicture }));
const RecordedWay = lazily(async () => ({ default: (await import("./RecordedWay")).RecordedWay }));

export function RequestWay() {
  const { world } = useMap();
  const memory = useRef(new RequestMemory());
  // The record is the first run's.
  const isBeside = useIsBeside();
  const id = usePage(
    ({ hover, selection, followed }) =>
      requestOfTarget(hover) ?? requestOfTarget(selection) ?? followed,
  );
  const known = useSim((s) => {
    if (s.frame && s.world === world) memory.current.learn(world, s.frame);
    return id === null ? undefined : memory.current.request(id);
  });
  if (id === null || (known === undefined && isBeside)) return null;
  return (
    <Suspense fallback={null}>
      {known === undefined ? <RecordedWay id={id} /> : <WayPicture known={known} />}
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
