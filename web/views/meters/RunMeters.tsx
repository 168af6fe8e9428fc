/**
 * The last of the meters: latencies, the run itself.
 */

import { Counters } from "./Counters";
import { ExpectFigure } from "./ExpectFigure";
import { Latency } from "./Latency";

export function RunMeters() {
  return (
    <>
      <Latency />
      <Counters />
      <ExpectFigure />
    </>
  );
}
