/** What was asked for is brought into view when it comes. Must not know what it is. */

import { type RefObject, useEffect, useRef } from "react";

export function useIntoView<T extends HTMLElement>(): RefObject<T | null> {
  const shown = useRef<T>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), []);
  return shown;
}
