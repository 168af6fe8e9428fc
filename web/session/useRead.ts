/** How components read stores. Must not know which. */

import { useRef } from "react";
import { useStore } from "zustand";
import type { Readable } from "./store";

/**
 * Reads a store. Renders again only when the selected value changes; flat objects and arrays
 * made by the selector are compared one level deep.
 */
export function useRead<S, T>(store: Readable<S>, select: (state: S) => T): T {
  const last = useRef<{ value: T } | null>(null);
  return useStore(store, (state) => {
    const value = select(state);
    if (last.current !== null && sameShallow(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  });
}

/** True for identical values and for plain objects or arrays with identical members. */
export function sameShallow(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && Object.is(a[key], b[key]));
}

function isPlain(x: unknown): x is Record<string, unknown> {
  if (typeof x !== "object" || x === null) return false;
  const prototype = Object.getPrototypeOf(x);
  return prototype === Object.prototype || prototype === Array.prototype;
}
