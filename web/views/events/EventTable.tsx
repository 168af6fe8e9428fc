/**
 * Everything on the tape that passes the filter, oldest first; only rows in sight are drawn. It
 * follows the present until somebody scrolls; one row can be reached by Tab, arrow keys lead on.
 */

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { targetKey } from "@/model/targets";
import { formatCount, formatInstant } from "@/model/units";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import type { Tape } from "@/session/tape/tapeTypes";
import { useTape } from "@/session/tape/useTape";
import { useTypeScale } from "@/session/typeScale";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { useWidth } from "@/ui/useWidth";
import { EventRow } from "./EventRow";
import css from "./events.module.css";
import type { Filter } from "./filter";
import { goToRow, targetsOf } from "./rowTargets";
import { type Picture, usePicture } from "./usePicture";

const ROW_PX = 26;
const ROW_NARROW_PX = 64;
const NARROW_PX = 640;

interface EventTableProps {
  filter: Filter;
  onShowAll: () => void;
}

export function EventTable({ filter, onShowAll }: EventTableProps) {
  useTape(0);
  const { world, tape } = usePaced((state) => ({ world: state.world, tape: state.tape }));
  const wanted = useDeferredValue(filter);
  if (world === null || tape === null) return <Empty>{t("Nothing is recorded yet.")}</Empty>;
  return <Rows world={world} tape={tape} filter={wanted} onShowAll={onShowAll} />;
}

interface RowsProps extends EventTableProps {
  world: World;
  tape: Tape;
}

function Rows({ world, tape, filter, onShowAll }: RowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useWidth(box) < NARROW_PX;
  const events = usePaced((state) => state.frame?.events ?? 0);
  const selection = usePage((page) => page.selection);
  const picture = usePicture(world, tape, filter);
  const scale = useTypeScale();
  const height = Math.round((isNarrow ? ROW_NARROW_PX : ROW_PX) * scale);
  const list = useVirtualizer({
    count: picture.matches.count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useEffect(() => list.measure(), [list, height]);
  const present = picture.matches.placeOf(picture.index.firstOf(events + 1)) - 1;
  const key = targetKey(selection);
  const { kind, node, range, text, interval } = filter;
  const stretch = interval === null ? "" : `${interval.from_us} ${interval.to_us}`;
  const sought = [key, height, kind, node, range, stretch, text].join(" ");
  const chosen = picture.placeOf(selection);
  const follow = useFollow(list, { present, chosen, sought, height });
  const cursor = useCursor(list, picture, chosen >= 0 ? chosen : present, box);
  return (
    <>
      <p className={css.count} role="status">
        {countText(picture, tape)}
        {selection !== null && chosen === -1 && picture.knows(selection) && (
          <Button small kind="quiet" onClick={onShowAll}>
            {t("The selected event is filtered out: show everything")}
          </Button>
        )}
        {!follow.isOn && (
          <Button small kind="quiet" onClick={follow.start}>
            {t("Back to the present")}
          </Button>
        )}
      </p>
      {!isNarrow && (
        <div aria-hidden="true" className={css.heads}>
          <span>{t("Instant")}</span>
          <span>{t("Event")}</span>
          <span>{t("Where")}</span>
          <span>{t("What happened")}</span>
          <span>{t("State change")}</span>
          <span className={css.cause}>{t("Caused")}</span>
        </div>
      )}
      <div ref={box} className="scroll ruled rest" onScroll={follow.onScroll}>
        <div
          role="grid"
          tabIndex={-1}
          aria-label={t("Everything that happened, oldest first")}
          aria-rowcount={picture.matches.count}
          className={css.rows}
          data-narrow={isNarrow}
          style={{ height: list.getTotalSize() }}
          onKeyDown={cursor.onKeyDown}
        >
          {list.getVirtualItems().map(({ index: place, start }) => {
            const row = picture.matches.rowAt(place);
            return (
              <EventRow
                key={row}
                context={picture.context}
                row={row}
                place={place}
                top={start}
                height={height}
                isStop={place === cursor.place}
                isChosen={targetsOf(picture.index, row).includes(key)}
                isFuture={place > present}
                onFocus={() => cursor.moveTo(place)}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function countText({ matches }: Picture, tape: Tape): string {
  const values = {
    shown: formatCount(matches.count),
    all: formatCount(tape.count),
    from: formatInstant(tape.fromUs),
  };
  return tape.fromEvent === 0
    ? t("{shown} of {all} facts since the start", values)
    : t("{shown} of {all} facts since {from}", values);
}

type List = Virtualizer<HTMLDivElement, Element>;

interface Places {
  /** The last one that has happened at the instant shown. */
  present: number;
  /** What is selected, -1 = not here. */
  chosen: number;
  /** What is selected, what is left out, and how high rows are: a change shows the selected row. */
  sought: string;
  height: number;
}

interface Follow {
  isOn: boolean;
  onScroll(): void;
  start(): void;
}

/** Keeps the present in sight; a selection made elsewhere is scrolled to instead. */
function useFollow(list: List, places: Places): Follow {
  const { present, chosen, sought, height } = places;
  const [isOn, setIsOn] = useState(true);
  const seen = useRef({ sought, present: -1 });
  useEffect(() => {
    const { sought: lastSought, present: lastPresent } = seen.current;
    seen.current = { sought, present };
    if (lastSought !== sought && chosen >= 0) {
      setIsOn(false);
      list.scrollToIndex(chosen, { align: "auto" });
    } else if (isOn && (present !== lastPresent || sought !== lastSought) && present >= 0) {
      list.scrollToIndex(present, { align: "end" });
    }
  }, [list, isOn, present, chosen, sought]);
  return {
    isOn,
    onScroll: () => {
      const box = list.scrollElement;
      if (box === null) return;
      const top = present * height;
      const isInSight = top + height > box.scrollTop && top < box.scrollTop + box.clientHeight;
      setIsOn(isInSight || present < 0);
    },
    start: () => {
      setIsOn(true);
      if (present >= 0) list.scrollToIndex(present, { align: "end" });
    },
  };
}

interface Cursor {
  place: number;
  moveTo(place: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

const PAGE_ROWS = 10;

/** The one row that Tab reaches, and the keys that lead from it. */
function useCursor(
  list: List,
  picture: Picture,
  first: number,
  box: RefObject<HTMLDivElement | null>,
): Cursor {
  const [at, setAt] = useState<number | null>(null);
  const moved = useRef(false);
  const last = picture.matches.count - 1;
  const place = Math.max(0, Math.min(last, at ?? first));
  useEffect(() => {
    if (!moved.current) return;
    const row = box.current?.querySelector<HTMLElement>('[data-stop="true"]');
    if (row == null) return;
    moved.current = false;
    row.focus({ preventScroll: true });
  });
  return {
    place,
    moveTo: setAt,
    onKeyDown: (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const isRow = event.target instanceof HTMLElement && event.target.role === "row";
      if (!isRow) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        goToRow(picture.index, picture.matches.rowAt(place));
        return;
      }
      const to = placeAfter(event.key, place, last);
      if (to === undefined) return;
      event.preventDefault();
      moved.current = true;
      setAt(to);
      list.scrollToIndex(to, { align: "auto" });
    },
  };
}

function placeAfter(key: string, place: number, last: number): number | undefined {
  const to = {
    ArrowDown: place + 1,
    ArrowUp: place - 1,
    PageDown: place + PAGE_ROWS,
    PageUp: place - PAGE_ROWS,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}
