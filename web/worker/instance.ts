/**
 * What the state of a WASM instance is between two calls: its linear memory, and nothing else.
 * The stack pointer is at rest, and the table of JavaScript values holds none (the module keeps
 * none); but the table grows in blocks that the memory counts, and cannot shrink. So it is grown
 * once, before anything is kept, beyond what any call needs.
 */

/** The module's own exports, as its glue gives them. */
export interface InstanceExports {
  readonly memory: WebAssembly.Memory;
  readonly __wbindgen_externrefs: WebAssembly.Table;
  readonly __externref_table_alloc: () => number;
  readonly __externref_table_dealloc: (index: number) => void;
}

/** JavaScript values that one call holds at once; a frame holds a few for each level of nesting. */
const VALUES_MAX = 4_096;

export function stateOf(wasm: InstanceExports): {
  memory: { readonly buffer: ArrayBuffer };
  tableLength: () => number;
} {
  const taken: number[] = [];
  for (let i = 0; i < VALUES_MAX; i += 1) taken.push(wasm.__externref_table_alloc());
  for (const index of taken.reverse()) wasm.__externref_table_dealloc(index);
  const memory = {
    get buffer(): ArrayBuffer {
      const { buffer } = wasm.memory;
      if (buffer instanceof ArrayBuffer) return buffer;
      throw new Error("The engine's memory is not shared.");
    },
  };
  return { memory, tableLength: () => wasm.__wbindgen_externrefs.length };
}
