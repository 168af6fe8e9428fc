/**
 * What a run takes of the module's memory: the page copies all of it for each way back in time.
 */

import { expect, it } from "vitest";

import { freshEngine, scenarioText } from "./engine";

const MIB = 2 ** 20;
/** What a small run takes is 3 MiB. */
const MOST_BYTES = 12 * MIB;

it.each([
  // Writes of 16 KiB, 9 replicas of up to 2,048 of them: 150 MiB, were their bytes kept.
  "follower-replication-3x3",
  "location-affinity",
])("the logs of %s do not hold the bytes of its values", async (name) => {
  const { engine, memory } = await freshEngine();
  const playground = new engine.Playground(scenarioText(name), "", undefined);
  playground.advance(playground.world().duration_us, Number.POSITIVE_INFINITY);
  expect(memory.buffer.byteLength).toBeLessThan(MOST_BYTES);
  playground.free();
});
