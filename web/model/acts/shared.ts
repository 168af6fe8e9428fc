/** What several rows of the table of acts have: fields, where they are offered, what they refuse. */

import { BOUNDS } from "@/engine/vocabulary";
import { msg } from "@/language/words";
import { may, need, type Where } from "./act";

export const RANGE = may("range", msg("Range"), { bounds: BOUNDS.range });
export const STORE = need("store", msg("Store"));
export const MACHINE = need("machine", msg("Store or gateway"));
export const ENDS = { from: need("place", msg("From")), to: need("place", msg("To")) } as const;
export const ONE_WAY = may("flag", msg("One way only"));
export const MESSAGE = { message: need("count", msg("Number of the message")) } as const;
export const LOAD = { workload: need("workload", msg("Load")) } as const;
export const REQUEST = {
  from: need("gateway", msg("From gateway")),
  key: need("key", msg("Key"), { atRest: 0 }),
} as const;
export const NAMED = {
  from: need("gateway", msg("From gateway")),
  keys: need("keys", msg("Keys")),
} as const;
export const BYTES = { bounds: BOUNDS.value_bytes, atRest: 64 };
export const WRITTEN = {
  ...NAMED,
  bytes: may("count", msg("Bytes of each value"), BYTES),
} as const;
export const MODE = may("mode", msg("Read mode"));

export const EVERYWHERE: readonly Where[] = ["form", "map", "builder"];
export const IN_FORM: readonly Where[] = ["form", "builder"];
export const ON_MAP: readonly Where[] = ["map", "builder"];
export const BY_REQUEST: readonly Where[] = ["map", "requests", "builder"];

export const OTHER_END = {
  when: ({ from, to }: { from?: unknown; to?: unknown }) => from === to,
  text: msg("A link has two different ends."),
} as const;
