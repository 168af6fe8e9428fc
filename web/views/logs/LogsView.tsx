/** The logs of the shown range: a lane for each replica, entries aligned by index. */

import { useEffect, useMemo, useRef } from "react";
import type { LogView, World } from "@/engine/types";
import { t } from "@/language/words";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useTypeScale } from "@/session/typeScale";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { TipArea } from "@/ui/TipArea";
import { useWidth } from "@/ui/useWidth";
import { LogGrid } from "./LogGrid";
import { type Lane, lanesOf, MARKS } from "./logModel";
import css from "./logs.module.css";
import { type Scroll, useScroll } from "./useScroll";

/** Width of a column and of the lanes' heads, in pixels. */
const COLUMN = 48;
const HEAD = 168;
const HEAD_NARROW = 144;
const NARROW = 600;

export function LogsView() {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { world, frame, picture, range } = usePaced((s) => ({
    world: s.world,
    frame: s.frame,
    picture: s.log,
    range: s.range,
  }));
  const selection = usePage((page) => page.selection);
  const scale = useTypeScale();
  const column = COLUMN * scale;
  const head = (width < NARROW ? HEAD_NARROW : HEAD) * scale;
  const columns = Math.max(4, Math.floor((width - head) / column));
  const selected =
    selection !== null && "entry" in selection && selection.entry.range === range
      ? selection.entry.index
      : null;
  const scroll = useScroll({ picture, column, columns, selected });
  useEffect(() => () => sim.watchLog(null), []);
  const lanes = useMemo(
    () => (world && frame && picture ? lanesOf(world, frame.replicas, picture) : []),
    [world, frame, picture],
  );
  return (
    <TipArea className={css.view} side="top">
      <Bar scroll={scroll} range={range} world={world} picture={picture} lanes={lanes} />
      <div ref={box} className="grows">
        {frame !== null && picture !== null && lanes.length > 0 ? (
          <LogGrid
            picture={picture}
            lanes={lanes}
            range={range}
            now_us={frame.now_us}
            scroll={scroll}
            column={column}
            head={head}
            scale={scale}
            selected={selected}
          />
        ) : (
          <Empty>{t("The logs appear here when a scenario runs.")}</Empty>
        )}
      </div>
    </TipArea>
  );
}

interface BarProps {
  scroll: Scroll;
  range: number;
  world: World | null;
  picture: LogView | null;
  lanes: readonly Lane[];
}

function Bar({ scroll, range, world, picture, lanes }: BarProps) {
  const several = (world?.ranges.length ?? 0) > 1;
  return (
    <div className={css.bar}>
      {several && (
        <select
          className={css.range}
          aria-label={t("Range")}
          value={range}
          onChange={(event) => sim.setRange(Number(event.target.value))}
        >
          {world?.ranges.map(({ id }) => (
            <option key={id} value={id}>
              {t("Range {id}", { id })}
            </option>
          ))}
        </select>
      )}
      <p>{picture === null ? "" : spanText(picture, lanes)}</p>
      <Button small kind="quiet" aria-pressed={scroll.follows} onClick={scroll.toEnd}>
        {scroll.follows ? t("Following the end") : t("Follow the end")}
      </Button>
      <ul className={css.key} aria-label={t("Marks under the entries")}>
        {MARKS.map((mark) => (
          <li key={mark.id}>
            <span className={css.letter} data-mark={mark.id}>
              {mark.letter}
            </span>
            {t(mark.text)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function spanText(picture: LogView, lanes: readonly Lane[]): string {
  const leader = lanes.find((lane) => lane.leads);
  const first = leader?.log.first ?? picture.first;
  const last = leader?.log.last ?? picture.last;
  const values = { name: leader?.name ?? "", first, last };
  if (leader === undefined) {
    return first > 1
      ? t("No leader; entries {first} to {last}, before them snapshot", values)
      : t("No leader; entries {first} to {last}", values);
  }
  return first > 1
    ? t("{name} leads; entries {first} to {last}, before them snapshot", values)
    : t("{name} leads; entries {first} to {last}", values);
}
