/** One request from its client and back, out of the messages that served it. */
import { describe, expect, test } from "vitest";
import type { RequestView, World } from "@/engine/types";
import { frameOf, requestOf, worldOf } from "@/test/fixtures";
import { newestRequest, pathOf } from "./requestPath";

const WORLD = worldOf({ stores: [1, 1, 1], gateways: [1] });
const [S1, S2, G1] = [0, 1, 3];
const typeOf = (id: string) => WORLD.message_types.findIndex((type) => type.id === id);

function hop(type: string, from: number, to: number, sent_us: number, arrive_us: number) {
  return {
    type: typeOf(type),
    from,
    to,
    sent_us,
    arrive_us,
    bytes: 60,
    crosses: from !== to,
    arrives: true,
  };
}

const ASKED = hop("WriteRequest", G1, S2, 1_000, 1_500);
const APPENDED = hop("MsgAppend", S2, S1, 1_500, 2_000);
const ACKED = hop("MsgAppendResponse", S1, S2, 2_000, 2_500);
const ANSWERED = hop("WriteResponse", S2, G1, 2_500, 3_000);

function put(shape: Partial<RequestView>): RequestView {
  return requestOf({ op: "put", node: G1, invoked_us: 1_000, completed_us: 3_000, ...shape });
}

describe("the way of a write", () => {
  const path = pathOf(WORLD, put({ hops: [ASKED, APPENDED, ACKED, ANSWERED] }));

  test("reaches its leader, is safe when the leader answers, and ends when the client knows", () => {
    expect(path).toMatchObject({ arrivedUs: 1_500, answeredUs: 2_500, doneUs: 3_000, server: S2 });
  });

  test("names the zones in which anything of it happened, each once", () => {
    expect(path.zones).toEqual([0, 1]);
  });

  test("has its messages with what their bytes are booked under", () => {
    expect(path.hops.map(({ kind }) => kind)).toEqual(["write", "append", "ack", "write"]);
  });

  test("is not safe before its leader answers", () => {
    const under = pathOf(WORLD, put({ completed_us: null, hops: [ASKED, APPENDED] }));
    expect(under).toMatchObject({ arrivedUs: 1_500, answeredUs: null, doneUs: null, server: S2 });
  });

  test("ends on its way where a message was lost, and a lost answer is none", () => {
    const lost = { ...ANSWERED, arrive_us: 2_700, arrives: false };
    const unknown = pathOf(
      WORLD,
      put({ completed_us: null, hops: [ASKED, APPENDED, ACKED, lost] }),
    );
    expect(unknown.answeredUs).toBeNull();
    expect(unknown.hops.map(({ reach }) => reach < 1)).toEqual([false, false, false, true]);
  });

  test("goes to the store that was asked last, where the first one did not lead", () => {
    const refused = hop("Refusal", S1, G1, 600, 800);
    const first = hop("WriteRequest", G1, S1, 100, 600);
    const again = pathOf(WORLD, put({ hops: [first, refused, ASKED] }));
    expect(again).toMatchObject({ server: S2, arrivedUs: 1_500, answeredUs: null });
  });
});

describe("the request that is shown", () => {
  const newestOf = (requests: RequestView[], nowUs = 5_000) =>
    newestRequest(WORLD, frameOf(WORLD, { nowUs, requests }))?.request.id;

  test("is the write that began last, where the scenario tells of none", () => {
    const read = requestOf({ id: 9, op: "get", invoked_us: 4_000, hops: [ASKED] });
    const early = put({ id: 1, hops: [ASKED] });
    const late = put({ id: 2, op: "insert", invoked_us: 2_000, hops: [ASKED] });
    expect(newestOf([late, read, early])).toBe(2);
  });

  test("has left for its leader", () => {
    const waits = put({ id: 2, invoked_us: 2_000, hops: [] });
    expect(newestOf([put({ id: 1, hops: [ASKED] }), waits])).toBe(1);
  });

  test("has begun by the instant that is shown", () => {
    const later = put({ id: 2, invoked_us: 6_000, hops: [ASKED] });
    expect(newestOf([put({ id: 1, hops: [ASKED] }), later])).toBe(1);
  });

  test("is none until there is one", () => {
    expect(newestOf([])).toBeUndefined();
  });

  test("is of the load that the scenario's figure is about", () => {
    const figure = { label: "", metric: "workload.gets.p50_us", over: null, unit: "us" as const };
    const load = { ...WORLD.workloads[0], index: 1, id: "gets" } as World["workloads"][number];
    const conclusion = { text: "", figure, at_us: 1, against: "" };
    const told = { ...WORLD, workloads: [load], conclusion };
    const read = requestOf({ id: 9, op: "get", workload: 1, invoked_us: 1_000, hops: [ASKED] });
    const write = put({ id: 1, workload: 0, invoked_us: 2_000, hops: [ASKED] });
    const frame = frameOf(told, { nowUs: 5_000, requests: [read, write] });
    expect(newestRequest(told, frame)?.request.id).toBe(9);
  });
});
