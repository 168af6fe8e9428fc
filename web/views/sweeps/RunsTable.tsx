/** Runs as rows, of which only those in sight are drawn; each opens. Must not know which were chosen. */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { t, translate } from "@/language/words";
import { type Dimension, valueText } from "@/model/sweeps/dimension";
import type { Runs } from "@/session/sweeps/readRuns";
import { useTypeScale } from "@/session/typeScale";
import { Button } from "@/ui/Button";
import { shortName } from "./layout";
import css from "./sweeps.module.css";

const ROW_PX = 32;

interface Props {
  runs: Runs;
  dims: readonly Dimension[];
  rows: Uint32Array;
  best: ReadonlySet<number>;
  onOpen: (run: number) => void;
}

export function RunsTable({ runs, dims, rows, best, onOpen }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const height = Math.round(ROW_PX * useTypeScale());
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 4,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useEffect(() => list.measure(), [list, height]);
  const columns = { gridTemplateColumns: `76px 64px 56px 64px repeat(${dims.length}, 124px)` };
  const heads = [t("Run"), t("point"), t("seed"), t("verdict")];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <div ref={box} className={css.scroll} role="region" aria-label={t("Rows")} tabIndex={0}>
      <div
        role="table"
        aria-label={t("Chosen runs")}
        aria-rowcount={rows.length + 1}
        className={css.table}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it */}
        <div role="row" aria-rowindex={1} className={css.heads} style={columns}>
          {[...heads, ...dims.map(({ label }) => shortName(label))].map((name) => (
            // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done with it
            <span key={name} role="columnheader" title={name}>
              {name}
            </span>
          ))}
        </div>
        <div role="rowgroup" className={css.rows} style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ index, start }) => {
            const run = rows[index] ?? 0;
            const point = runs.point[run] ?? 0;
            const seed = runs.seed[run] ?? 0;
            return (
              // biome-ignore lint/a11y/useFocusableInteractive: its button is what has the focus
              <div
                key={run}
                role="row"
                aria-rowindex={index + 2}
                className={css.row}
                style={{ ...columns, height, transform: `translateY(${start}px)` }}
              >
                <Cell>
                  <Button
                    small
                    aria-label={t("Open point {point} with seed {seed}", { point, seed })}
                    onClick={() => onOpen(run)}
                  >
                    {t("Open")}
                  </Button>
                </Cell>
                <Cell>{best.has(point) ? `${point} ◆` : String(point)}</Cell>
                <Cell>{String(seed)}</Cell>
                <Cell title={runs.why[run]}>{translate(runs.verdict[run] ?? "")}</Cell>
                {dims.map((dim) => (
                  <Cell key={dim.name}>{valueText(dim, dim.values[run] ?? Number.NaN)}</Cell>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Cell({ children, title }: { children: React.ReactNode; title?: string | undefined }) {
  return (
    <span role="cell" title={title}>
      {children}
    </span>
  );
}
