/** The size of an element in whole pixels, for pictures that are drawn to fit. */

import { type RefObject, useLayoutEffect, useState } from "react";

/** Zero until the element is laid out. */
export function useWidth(ref: RefObject<Element | null>): number {
  return useSize(ref, "width");
}

export function useHeight(ref: RefObject<Element | null>): number {
  return useSize(ref, "height");
}

function useSize(ref: RefObject<Element | null>, side: "width" | "height"): number {
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = (): void => setSize(Math.floor(element.getBoundingClientRect()[side]));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, side]);
  return size;
}
