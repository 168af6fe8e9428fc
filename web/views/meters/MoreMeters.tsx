/**
 * The meters below the first glance: from zone to zone, latencies, the run itself.
 */

import { Counters } from "./Counters";
import { Latency } from "./Latency";
import { ZoneMatrix } from "./ZoneMatrix";

export function MoreMeters() {
  return (
    <>
      <ZoneMatrix />
      <Latency />
      <Counters />
    </>
  );
}
