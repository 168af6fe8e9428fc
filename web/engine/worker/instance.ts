/**
 * What the state of a WASM instance is between two calls: its linear memory, and the strings in
 * its table at places that the memory remembers. The table is grown once, beyond what any call
 * needs.
 */

import type { InstanceValues } from "./engineLike";

/** The module's own exports, as its glue gives them. */
export interface InstanceExports {
  readonly memory: WebAssembly.Memory;
  readonly __wbindgen_externrefs: WebAssembly.Table;
  readonly __externref_table_alloc: () => number;
  readonly __externref_table_dealloc: (index: number) => void;
}

/** Values held at once: at most 450 names of fields and words, and a few for each level of a frame. */
const VALUES_MAX = 1_024;

export function stateOf(wasm: InstanceExports): {
  memory: { readonly buffer: ArrayBuffer };
  values: InstanceValues;
} {
  // Constants of the glue (undefined, null, true, false) come first and stay.
  const table = wasm.__wbindgen_externrefs;
  const first = table.length;
  const taken: number[] = [];
  for (let i = 0; i < VALUES_MAX; i += 1) taken.push(wasm.__externref_table_alloc());
  for (const index of taken.reverse()) wasm.__externref_table_dealloc(index);
  const memory = {
    get buffer(): ArrayBuffer {
      const { buffer } = wasm.memory;
      if (buffer instanceof ArrayBuffer) return buffer;
      throw new Error("The engine's memory is shared.");
    },
  };
  const values = {
    take(): unknown[] {
      const held: unknown[] = [];
      for (let index = first; index < table.length; index += 1) held.push(table.get(index));
      return held;
    },
    put(held: readonly unknown[]): void {
      for (const [i, value] of held.entries()) table.set(first + i, value);
    },
    tableLength: () => table.length,
  };
  return { memory, values };
}
