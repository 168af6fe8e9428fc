/**
 * The Trace Event Format as its document describes it (object form, the phases used here), and
 * ShiViz's usual expression: what other programs accept, not what ours writes.
 */

import * as v from "valibot";

const where = { pid: v.number(), tid: v.number(), ts: v.pipe(v.number(), v.minValue(0)) };
const named = { name: v.string(), cat: v.string(), args: v.optional(v.looseObject({})) };
const id = v.union([v.string(), v.number()]);

const metadata = v.strictObject({
  ph: v.literal("M"),
  name: v.picklist(["process_name", "process_sort_index", "thread_name", "thread_sort_index"]),
  pid: v.number(),
  tid: v.number(),
  args: v.union([v.strictObject({ name: v.string() }), v.strictObject({ sort_index: v.number() })]),
});
const complete = v.strictObject({ ph: v.literal("X"), dur: v.number(), ...named, ...where });
const instant = v.strictObject({
  ph: v.literal("i"),
  s: v.picklist(["g", "p", "t"]),
  ...named,
  ...where,
});
const span = v.strictObject({ ph: v.picklist(["b", "n", "e"]), id, ...named, ...where });
const flow = v.strictObject({
  ph: v.picklist(["s", "t", "f"]),
  bp: v.optional(v.literal("e")),
  id,
  ...named,
  ...where,
});

export const traceFile = v.object({
  traceEvents: v.array(v.union([metadata, complete, instant, span, flow])),
  displayTimeUnit: v.optional(v.picklist(["ms", "ns"])),
});

/** From ShiViz's own examples: host and clock on one line, the event on the next. */
export const SHIVIZ = /(?<host>\S*) (?<clock>{.*})\n(?<event>.*)/g;
