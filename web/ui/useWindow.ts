/**
 * Which rows of a long list of equally high rows are in sight. Must not know what a row is.
 */

import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Rows drawn above and below those in sight. */
const BESIDE = 6;

interface Window {
  /** First row that is drawn, and the one after the last. */
  from: number;
  end: number;
  /** Room of the rows before and after, in pixels. */
  before: number;
  after: number;
  onScroll(): void;
  /** Brings a row into sight. */
  show(row: number): void;
}

/** `head` is the height of what stays at the top of the scrolling element. */
export function useWindow(
  ref: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  head: number,
): Window {
  const [seen, setSeen] = useState({ top: 0, room: 0 });
  const onScroll = useCallback(() => {
    const box = ref.current;
    if (box === null) return;
    const top = Math.floor(box.scrollTop / height);
    const room = Math.ceil(box.clientHeight / height);
    setSeen((was) => (was.top === top && was.room === room ? was : { top, room }));
  }, [ref, height]);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    onScroll();
    const observer = new ResizeObserver(onScroll);
    observer.observe(box);
    return () => observer.disconnect();
  }, [ref, onScroll]);
  const from = Math.max(0, Math.min(seen.top, count - seen.room) - BESIDE);
  const end = Math.min(count, from + seen.room + 2 * BESIDE);
  const show = useCallback(
    (row: number) => {
      const box = ref.current;
      if (box === null) return;
      const at = row * height;
      if (at < box.scrollTop) box.scrollTop = at;
      const room = box.clientHeight - head;
      if (at + height > box.scrollTop + room) box.scrollTop = at + height - room;
    },
    [ref, height, head],
  );
  return { from, end, before: from * height, after: (count - end) * height, onScroll, show };
}
