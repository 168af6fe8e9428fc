/** One replica's lane: its head, its entries with their marks, and what was lost lately. */

import type { CSSProperties } from "react";
import type { EntryView } from "@/engine/types";
import { t } from "@/language/words";
import { hueColor, termHue } from "@/model/map/hues";
import { targetKey } from "@/model/targets";
import { sim } from "@/session/simClient";
import { cx } from "@/ui/cx";
import {
  cellName,
  hasLost,
  isConflict,
  type Lane,
  laneName,
  lostAt,
  lostName,
  marksAt,
  rightEntry,
  roleText,
  shortText,
  stageOf,
} from "./logModel";
import css from "./logs.module.css";

const LOST_ROOM = 18;
const CELL = 36;
const MARKS_ROOM = 18;
/** The hue that the term has on the map, too. */
function tintOf(term: number): CSSProperties {
  return { "--tint": hueColor(termHue(term)) } as CSSProperties;
}

interface RowProps {
  lane: Lane;
  lanes: readonly Lane[];
  row: number;
  range: number;
  now_us: number;
  indexes: readonly number[];
  scroll: { origin: number; from: number; end: number };
  column: number;
  head: number;
  scale: number;
  selected: number | null;
  /** The cell that Tab reaches, if it is in this lane. */
  stopIndex: number | null;
  onChoose(index: number): void;
  onFocus(index: number): void;
}

export function LogLaneRow(props: RowProps) {
  const { lane, lanes, row, range, now_us, indexes, scroll, column, head, scale } = props;
  const lostRoom = hasLost(lane, scroll.from, scroll.end, now_us) ? LOST_ROOM * scale : 0;
  const height = lostRoom + (CELL + MARKS_ROOM) * scale;
  const left = (index: number): number => head + (index - scroll.origin) * column;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: cells take the focus, rows do not
    <div role="row" aria-rowindex={row + 2} className="ruled relative" style={{ height }}>
      <LaneHead lane={lane} range={range} width={head} />
      {lane.log.first > 1 && (
        <div
          className={css.compacted}
          aria-hidden
          style={{
            left: left(scroll.origin),
            width: (lane.log.first - scroll.origin) * column,
            top: lostRoom,
            height: CELL * scale,
          }}
        >
          <span className={css.before}>
            {t("snapshot, before {first}", { first: lane.log.first })}
          </span>
        </div>
      )}
      {indexes.map((index) => (
        <Column
          key={index}
          lane={lane}
          index={index}
          right={rightEntry(lanes, index)}
          now_us={now_us}
          place={{ left: left(index), width: column, lostRoom, cell: CELL * scale }}
          chosen={index === props.selected}
          stop={index === props.stopIndex}
          targetKey={targetKey({ entry: { range, index } })}
          onChoose={() => props.onChoose(index)}
          onFocus={() => props.onFocus(index)}
        />
      ))}
    </div>
  );
}

function LaneHead({ lane, range, width }: { lane: Lane; range: number; width: number }) {
  const { matched, next } = lane.log;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <div role="rowheader" className={css.head} style={{ width }}>
      <button
        type="button"
        aria-label={laneName(lane)}
        data-tip={laneName(lane)}
        onClick={() => sim.select({ replica: { range, node: lane.node } })}
      >
        <b>{lane.name}</b> <span className="quiet">{lane.zone}</span>
        <span className={cx(css.role, lane.leads && css.leader)}>
          {t("{role}, term {term}", { role: roleText(lane), term: lane.term })}
        </span>
        {lane.alone !== "" && <span className={css.progress}>{lane.alone}</span>}
        {lane.alone === "" && !lane.leads && next > 0 && (
          <span className={css.progress}>
            {t("match {matched}, next {next}", { matched, next })}
          </span>
        )}
      </button>
    </div>
  );
}

interface ColumnProps {
  lane: Lane;
  index: number;
  right: EntryView | undefined;
  now_us: number;
  place: { left: number; width: number; lostRoom: number; cell: number };
  chosen: boolean;
  stop: boolean;
  targetKey: string;
  onChoose(): void;
  onFocus(): void;
}

function Column({ lane, index, right, now_us, place, chosen, stop, ...rest }: ColumnProps) {
  const entry = lane.entries.get(index);
  const lost = lostAt(lane, index, now_us);
  const name = cellName(lane, index, right);
  const said =
    lost === undefined ? name : t("{name}. {lost}", { name, lost: lostName(lost, now_us) });
  const marks = marksAt(lane, index);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
    <div
      role="gridcell"
      className={cx(css.column, chosen && "lit")}
      style={{ left: place.left, width: place.width, paddingTop: place.lostRoom }}
      tabIndex={stop ? 0 : -1}
      aria-colindex={index + 1}
      aria-selected={chosen}
      aria-label={said}
      data-tip={said}
      data-commit={index === lane.commit}
      data-stop={stop}
      data-target={rest.targetKey}
      onClick={rest.onChoose}
      onFocus={rest.onFocus}
    >
      {lost !== undefined && (
        <span className={css.lost} aria-hidden style={{ height: place.lostRoom }}>
          {lost.entry.term} {shortText(lost.entry)}
        </span>
      )}
      {entry === undefined ? (
        <span className={css.nothing} style={{ height: place.cell }} />
      ) : (
        <span
          className={css.entry}
          aria-hidden
          style={{ height: place.cell, ...tintOf(entry.term) }}
          data-stage={stageOf(lane, index)}
          data-kind={entry.kind}
          data-conflict={isConflict(entry, right)}
        >
          <b>{entry.term}</b>
          <span>{shortText(entry)}</span>
        </span>
      )}
      <span className={css.marks} aria-hidden>
        {marks.map((mark) => (
          <span key={mark.id} className={css.letter} data-mark={mark.id}>
            {mark.letter}
          </span>
        ))}
      </span>
    </div>
  );
}
