import { describe, expect, it } from "vitest";
import { SimStore } from "@/session/simStore";
import { frameOf, requestOf, worldOf } from "@/test/fixtures";
import { put } from "@/test/put";
import { Sending } from "./sending";
import { INITIAL_STATE, type SimState } from "./simState";

const WORLD = worldOf({ stores: [1, 1, 1] });

function at(now_us: number, requests: Parameters<typeof requestOf>[0][]): Partial<SimState> {
  return { frame: frameOf(WORLD, { nowUs: now_us, requests: requests.map(requestOf) }) };
}

function sending() {
  const session = { branches: [], current: 0 } as unknown as SimState["session"];
  const store = new SimStore({ ...INITIAL_STATE, session, ...at(10, []) });
  const chosen: number[] = [];
  return { store, chosen, sending: new Sending(store, (id) => chosen.push(id)) };
}

describe("a request that a person sent", () => {
  it("is chosen once, as soon as it is there", () => {
    const { store, chosen, sending: sent } = sending();
    sent.expect(11);
    expect(chosen).toEqual([]);
    const ofLoad = { id: 7, workload: 0, invoked_us: 11 };
    put(store, at(20, [ofLoad, { id: 8, invoked_us: 11 }]));
    put(store, at(30, [{ id: 8, invoked_us: 11 }]));
    expect(chosen).toEqual([8]);
  });

  it("is not waited for where it is not, nor when another was sent since", () => {
    const { store, chosen, sending: sent } = sending();
    sent.expect(11);
    put(store, at(12, []));
    put(store, at(13, [{ id: 8, invoked_us: 11 }]));
    sent.expect(20);
    sent.expect(21);
    put(
      store,
      at(22, [
        { id: 9, invoked_us: 20 },
        { id: 10, invoked_us: 21 },
      ]),
    );
    expect(chosen).toEqual([10]);
  });
});
