/**
 * The meters after the first: from zone to zone, which begins in sight on most screens, and the rest.
 */

import { Below } from "@/ui/Below";
import { ZoneMatrix } from "./ZoneMatrix";

async function loadRunMeters() {
  return (await import("./RunMeters")).RunMeters;
}

export function MoreMeters() {
  return (
    <>
      <ZoneMatrix />
      <Below name="Latency and the run" load={loadRunMeters} />
    </>
  );
}
