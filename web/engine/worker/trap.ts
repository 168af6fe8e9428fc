/** Tells the engine's end from its refusals. Must not know what was asked of it. */

/** A trap leaves the instance's memory in the middle of something: it must not be used again. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
