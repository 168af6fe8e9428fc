/** How far the copies of a write have come. */
import { expect, test } from "vitest";
import type { RequestView } from "@/engine/types";
import { frameOf, requestOf, worldOf } from "@/test/fixtures";
import { waveAt } from "./wave";

const WORLD = worldOf({ stores: [1, 1, 1], gateways: [1] });
const [S1, S2, S3, G1] = [0, 1, 2, 3];
const typeOf = (id: string) => WORLD.message_types.findIndex((type) => type.id === id);
const hop = (type: string, from: number, to: number, sent_us: number, arrive_us: number) => ({
  ...{ type: typeOf(type), from, to, sent_us, arrive_us },
  ...{ bytes: 60, crosses: from !== to, arrives: true },
});
const PUT = requestOf({
  op: "put",
  node: G1,
  invoked_us: 1_000,
  completed_us: null,
  hops: [
    hop("WriteRequest", G1, S2, 1_000, 1_500),
    hop("MsgAppend", S2, S1, 1_500, 2_000),
    hop("MsgAppend", S2, S3, 1_510, 9_000),
  ],
});
const waveOf = (request: RequestView, nowUs: number) =>
  waveAt(WORLD, frameOf(WORLD, { nowUs, requests: [request] }));

test("it begins where the copies are sent, and ends where the last of them arrives", () => {
  expect([1_400, 1_500, 4_000, 9_001].map((us) => waveOf(PUT, us)?.ageUs)).toEqual([
    undefined,
    0,
    2_500,
    undefined,
  ]);
  expect(waveOf(PUT, 4_000)?.node).toBe(S2);
});

test("there is none of one message alone, nor of a read", () => {
  expect(waveOf({ ...PUT, hops: PUT.hops.slice(0, 2) }, 1_600)).toBeNull();
  expect(waveOf({ ...PUT, op: "get" }, 4_000)).toBeNull();
});
