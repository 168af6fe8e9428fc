/** One row of the tape: when, which event, where, what happened, what changed, what caused it. */

import type { ReactNode } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { targetKey } from "@/model/targets";
import { NO_NODE, NO_RANGE, ROW } from "@/model/trace";
import { formatInstant } from "@/model/units";
import { sim } from "@/session/simClient";
import { cx } from "@/ui/cx";
import css from "./events.module.css";
import { goToRow, targetOf } from "./rowTargets";
import { type Context, change, eventSentence, nodeId } from "./sentences";
import type { TapeIndex } from "./tapeIndex";

interface EventRowProps {
  context: Context;
  row: number;
  place: number;
  top: number;
  height: number;
  isStop: boolean;
  isChosen: boolean;
  isFuture: boolean;
  onFocus: () => void;
}

export function EventRow(props: EventRowProps) {
  const { context, row, place, top, height, isStop, isChosen, isFuture, onFocus } = props;
  const { index } = context;
  const event = index.event(row);
  const changed = change(context, row);
  const isBad = index.what(row) === ROW.DIED || index.what(row) === ROW.REFUSED;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys of its rows
    <div
      role="row"
      className={cx(css.line, isBad && css.bad)}
      tabIndex={isStop ? 0 : -1}
      data-stop={isStop}
      data-chosen={isChosen}
      data-future={isFuture}
      data-target={targetKey(targetOf(index, row))}
      aria-rowindex={place + 1}
      aria-selected={isChosen}
      style={{ top, height }}
      onFocus={onFocus}
      onClick={() => goToRow(index, row)}
    >
      <Cell className="quiet">{formatInstant(index.columns.at_us[row] ?? 0)}</Cell>
      <Cell className="quiet">{event === 0 ? t("start") : `#${event}`}</Cell>
      <Cell className="quiet">{whereText(context, row)}</Cell>
      <Cell className={css.what}>{eventSentence(context, row)}</Cell>
      <Cell className={css.changed}>{changed}</Cell>
      <Cell className={css.cause}>
        <Cause context={context} row={row} isStop={isStop} />
      </Cell>
      <Cell className={css.go}>
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          aria-label={t("Go to event {event}", { event })}
          onClick={(click) => {
            click.stopPropagation();
            sim.pause();
            void sim.seekEvent(event);
          }}
        >
          {t("Go there")}
        </button>
      </Cell>
    </div>
  );
}

function Cell({ className, children }: { className: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: rows take the focus, cells do not
    <span
      role="gridcell"
      className={className}
      title={typeof children === "string" ? children : undefined}
    >
      {children}
    </span>
  );
}

function Cause({ context, row, isStop }: { context: Context; row: number; isStop: boolean }) {
  const cause = context.index.columns.cause[row] ?? 0;
  if (cause === 0) return null;
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={t("Caused by event {cause}", { cause })}
      onClick={(click) => {
        click.stopPropagation();
        sim.select({ event: cause });
      }}
    >
      {t("by #{cause}", { cause })}
    </button>
  );
}

/** A workload's clients sit at its gateway, the first of several. */
function nodeOf(world: World, index: TapeIndex, row: number): number {
  const what = index.what(row);
  if (what !== ROW.BEGAN_CLIENT && what !== ROW.BEGAN_ARRIVAL) return index.node(row);
  return world.workloads[index.columns.a[row] ?? 0]?.nodes[0] ?? NO_NODE;
}

/** "s1, range 3"; the range only where there are several. */
function whereText({ world, index }: Context, row: number): string {
  const node = nodeId(world, nodeOf(world, index, row));
  const range = index.range(row);
  if (range === NO_RANGE || world.ranges.length < 2) return node;
  return node === "" ? t("range {range}", { range }) : t("{node}, range {range}", { node, range });
}
