/**
 * The figures of many ranges and of many stores: native from `raft-atlas bench ranges` and `bench stores`,
 * and the same documents in the module.
 */

const RANGES = { fromUs: 1_000_000, untilUs: 3_000_000 };
/** `us` by the number of stores, so that runs of all sizes have as many events. */
const STORES = { sizes: [10, 100, 1000], fromUs: 1_000_000, us: 1_000_000_000 };

/** @param native what the program measured @param module how the module runs a document */
export async function rangesRows(native, module) {
  const { awake, hibernating, memory_bytes: bytes } = native;
  const run = (name) => module.time(name, RANGES.fromUs, RANGES.untilUs);
  const speed = ({ ms }) => (RANGES.untilUs - RANGES.fromUs) / 1e3 / ms;
  const wasm = await run("busy-tenth");
  const held = module.memoryBytes();
  const asleep = await run("busy-tenth-hibernating");
  return [
    {
      what: "ranges, native, 10,000 × 3, 1 in 10 busy",
      value: `${awake.simulated_per_wall.toFixed(2)} simulated s per wall s, ${mib(bytes)}, built in ${awake.build_s.toFixed(2)} s`,
      goal: "",
    },
    {
      what: "ranges, WASM, the same",
      value: `${speed(wasm).toFixed(2)} simulated s per wall s, ${mib(held)}, built in ${(wasm.buildMs / 1e3).toFixed(2)} s`,
      goal: "at least 1, under 1 GB",
    },
    {
      what: "ranges, idle ones hibernating, native and WASM",
      value: `${hibernating.simulated_per_wall.toFixed(1)} and ${speed(asleep).toFixed(1)} simulated s per wall s`,
      goal: "",
    },
  ];
}

export async function storesRows(native, module) {
  const wasm = [];
  for (const stores of STORES.sizes) {
    const untilUs = STORES.fromUs + STORES.us / stores;
    const { ms, events } = await module.time(`stores-${stores}`, STORES.fromUs, untilUs);
    wasm.push((ms * 1e6) / events);
  }
  const row = (what, costs, goal) => ({
    what,
    value: `${(costs[2] / costs[0]).toFixed(2)} (${costs.map((c) => `${c.toFixed(0)} ns`).join(", ")})`,
    goal,
  });
  const what = (where) => `stores, ${where}, cost per event, 1,000 over 10 at equal load each`;
  const costs = native.map((run) => run.ns_per_event);
  const bare = native.map((run) => run.bare_ns_per_message);
  return [
    row(what("native"), costs, "under 1.5"),
    row("the same of bare raft-rs, cost per message", bare, ""),
    row(what("WASM"), wasm, "under 1.5"),
  ];
}

function mib(bytes) {
  return bytes === null ? "memory not known" : `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}
