/** The lanes as a grid: one cell can be reached by Tab, arrow keys move on, Enter selects. */

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { LogView } from "@/engine/types";
import { t } from "@/language/words";
import { sim } from "@/session/simClient";
import { cx } from "@/ui/cx";
import { type Cell, cellAfter } from "./gridKeys";
import { LogLaneRow } from "./LogLaneRow";
import type { Lane } from "./logModel";
import css from "./logs.module.css";
import type { Scroll } from "./useScroll";

interface GridProps {
  picture: LogView;
  lanes: readonly Lane[];
  range: number;
  now_us: number;
  scroll: Scroll;
  column: number;
  head: number;
  scale: number;
  selected: number | null;
}

export function LogGrid(props: GridProps) {
  const { picture, lanes, range, scroll, column, head, selected } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Cell | null>(null);
  const moved = useRef(false);
  const stop = stopOf(active, lanes.length, scroll, selected);
  useEffect(() => {
    if (!moved.current) return;
    const cell = grid.current?.querySelector<HTMLElement>('[data-stop="true"]');
    if (cell == null) return;
    moved.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.shiftKey || event.ctrlKey || event.metaKey) return;
    if (!(event.target instanceof HTMLElement) || event.target.dataset.stop === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      selectEntry(range, stop.index, selected);
      return;
    }
    const page = Math.max(1, scroll.end - scroll.from - 40);
    const to = cellAfter(event.key, stop, { picture, lanes: lanes.length, page });
    if (to === undefined) return;
    event.preventDefault();
    moved.current = true;
    scroll.show(to.index);
    setActive(to);
  };
  const columns = picture.last - scroll.origin + 1;
  const indexes: number[] = [];
  for (let index = scroll.from; index < scroll.end; index += 1) indexes.push(index);
  return (
    <div ref={scroll.ref} className="scroll full-height" onScroll={scroll.onScroll}>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        className={css.grid}
        aria-label={t("Logs of range {range}", { range })}
        aria-rowcount={lanes.length + 1}
        aria-colcount={picture.last + 1}
        onKeyDown={onKeyDown}
        style={{ width: head + columns * column }}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: cells take the focus, rows do not */}
        <div role="row" aria-rowindex={1} className={css.heads}>
          {/* biome-ignore lint/a11y/useFocusableInteractive: cells take the focus */}
          <span role="columnheader" className={css.corner} style={{ width: head }}>
            {t("index")}
          </span>
          {indexes.map((index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: cells take the focus
            <span
              key={index}
              role="columnheader"
              aria-colindex={index + 1}
              className={cx(css.index, index === selected && "lit")}
              style={{ left: head + (index - scroll.origin) * column, width: column }}
            >
              {index}
            </span>
          ))}
        </div>
        {lanes.map((lane, place) => (
          <LogLaneRow
            key={lane.place}
            {...props}
            lane={lane}
            row={place}
            indexes={indexes}
            stopIndex={stop.lane === place ? stop.index : null}
            onChoose={(index) => {
              setActive({ lane: place, index });
              selectEntry(range, index, selected);
            }}
            onFocus={(index) => setActive({ lane: place, index })}
          />
        ))}
      </div>
    </div>
  );
}

function selectEntry(range: number, index: number, selected: number | null): void {
  sim.select(index === selected ? null : { entry: { range, index } });
}

/** The one cell that Tab reaches: where a person was, what is selected, or the last in sight. */
function stopOf(active: Cell | null, lanes: number, scroll: Scroll, selected: number | null): Cell {
  const isDrawn = (index: number): boolean => index >= scroll.from && index < scroll.end;
  const lane = Math.min(active?.lane ?? 0, lanes - 1);
  if (active !== null && isDrawn(active.index)) return { lane, index: active.index };
  if (selected !== null && isDrawn(selected)) return { lane, index: selected };
  return { lane, index: scroll.end - 1 };
}
