/**
 * Which columns of the log are in sight, as indexes, so that the picture stays when the log grows
 * at its end or is compacted at its beginning. It follows the end until somebody scrolls away.
 */

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

import type { LogView } from "@/engine/types";
import { sim } from "@/session/simClient";

/** Columns fetched on either side of those in sight. */
const BESIDE = 16;
/** The stretch moves by so many columns at a time: not each pixel is a question. */
const STEP = 8;

export interface Scroll {
  ref: RefObject<HTMLDivElement | null>;
  onScroll(): void;
  follows: boolean;
  /** Index of the first column of all: the one before the first entry. */
  origin: number;
  /** Columns that are drawn: first index and the one after the last. */
  from: number;
  end: number;
  toEnd(): void;
  show(index: number): void;
}

interface Options {
  picture: LogView | null;
  column: number;
  columns: number;
  selected: number | null;
}

export function useScroll({ picture, column, columns, selected }: Options): Scroll {
  const ref = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const first = Math.max(0, (picture?.first ?? 1) - 1);
  const last = picture?.last ?? 0;
  const [left, setLeft] = useState(0);
  const shownLeft = follows ? Math.max(first, last - columns + 1) : left;
  const from = Math.max(1, first, Math.floor(shownLeft / STEP) * STEP - BESIDE);
  const end = Math.min(last + 1, from + columns + 2 * BESIDE + STEP);

  const count = columns + 2 * BESIDE + STEP;
  const wished = follows ? -1 : from;
  useEffect(() => sim.watchLog({ from: wished, count }), [wished, count]);

  const onScroll = useCallback(() => {
    const box = ref.current;
    if (box === null) return;
    const atEnd = box.scrollLeft + box.clientWidth >= box.scrollWidth - column;
    setFollows(atEnd);
    setLeft(first + Math.floor(box.scrollLeft / column));
  }, [column, first]);

  useHeldPlace(ref, { follows, first, last, column });

  const toEnd = useCallback(() => {
    setFollows(true);
    const box = ref.current;
    if (box !== null) box.scrollLeft = box.scrollWidth;
  }, []);
  const show = useCallback(
    (index: number) => {
      const box = ref.current;
      if (box === null) return;
      const at = (index - first) * column;
      const room = columns * column;
      if (at < box.scrollLeft) box.scrollLeft = at;
      else if (at + column > box.scrollLeft + room) box.scrollLeft = at + column - room;
      // What is drawn follows at once: a cell that shall take the focus must be there.
      onScroll();
    },
    [first, column, columns, onScroll],
  );
  // What is selected elsewhere comes into sight here.
  useEffect(() => {
    if (selected !== null) show(selected);
  }, [selected, show]);
  return { ref, onScroll, follows, origin: first, from, end, toEnd, show };
}

interface Held {
  follows: boolean;
  first: number;
  last: number;
  column: number;
}

/** The end stays in sight while it is followed; else what is seen stays while entries go before it. */
function useHeldPlace(
  ref: RefObject<HTMLDivElement | null>,
  { follows, first, last, column }: Held,
): void {
  const before = useRef(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer log has another end
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    if (follows) box.scrollLeft = box.scrollWidth;
    else if (before.current !== first) box.scrollLeft -= (first - before.current) * column;
    before.current = first;
  }, [ref, follows, first, last, column]);
}
