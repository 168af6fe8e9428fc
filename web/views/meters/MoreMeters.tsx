/**
 * The meters below the first glance: latencies, the run itself.
 */

import { Counters } from "./Counters";
import { Latency } from "./Latency";

export function MoreMeters() {
  return (
    <>
      <Latency />
      <Counters />
    </>
  );
}
