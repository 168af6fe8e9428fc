/** What stands beside the lanes: their names and figures, with the offer to expect one. */

import { type CSSProperties, Suspense } from "react";
import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { expectableAt, expectationOf, limitNow } from "@/session/expectable";
import { needInstruments } from "@/session/level";
import { usePage } from "@/session/pageStore";
import { knownViews } from "@/session/ports";
import { sim } from "@/session/simClient";
import { stands } from "@/session/stage";
import { Button } from "@/ui/Button";
import type { LaneProps, LaneWords } from "./lane";
import { GAP_PX, HEAD_PX, type Place } from "./places";
import css from "./series.module.css";

/** At normal type. */
export const FIGURES_PX = 184;

interface NamesProps {
  places: readonly Place[];
  top: number;
  scale: number;
}

export function Names({ places, top, scale }: NamesProps) {
  return (
    <div className={css.names}>
      {places.map(({ id, lane, start }) => (
        <p
          key={id}
          style={{ "--top": `${top + start}px`, "--head": `${HEAD_PX * scale}px` } as CSSProperties}
        >
          <strong>{t(lane.title)}</strong>
          <span data-level="3">{t(lane.unit)}</span>
        </p>
      ))}
    </div>
  );
}

interface FiguresProps extends Pick<LaneProps, "x" | "width"> {
  places: readonly Place[];
  shown: LaneWords;
  top: number;
  scale: number;
  isWide: boolean;
}

export function Figures({ places, shown, x, width, top, scale, isWide }: FiguresProps) {
  const { world, own } = shown;
  return (
    <div className={css.figures} style={{ width: FIGURES_PX * scale }}>
      {places.map(({ id, lane, start, end }) => (
        <div
          key={id}
          data-figure={id}
          style={
            {
              top: top + (isWide ? start : start - HEAD_PX * scale),
              "--room": `${end - start + GAP_PX * scale}px`,
            } as CSSProperties
          }
        >
          <Suspense fallback={null}>
            <Proof view={lane.proof} />
            <p>
              <lane.Figure {...shown} x={x} width={width} height={end - start} />
            </p>
            <ExpectHere world={world} frame={own.frame} path={lane.expects?.(world)} />
          </Suspense>
        </div>
      ))}
    </div>
  );
}

/** Over a figure: it leads to what it is made of. */
function Proof({ view }: { view: string }) {
  const canShow = usePage((page) => stands("dock")(page) && !page.embedded);
  const words = knownViews().find(({ id }) => id === view);
  if (!canShow || words === undefined) return null;
  const text = t("What it is made of: {view}", { view: t(words.title) });
  return (
    <button
      type="button"
      className={css.proof}
      data-proof={view}
      aria-label={text}
      title={text}
      onClick={() => {
        needInstruments();
        sim.showView(view);
      }}
    />
  );
}

interface ExpectHereProps {
  world: World;
  frame: Frame;
  /** In the run's report; nothing can be expected without one. */
  path: string | undefined;
}

function ExpectHere({ world, frame, path }: ExpectHereProps) {
  const one = path === undefined ? undefined : expectableAt(world, frame, path);
  if (one === undefined) return null;
  const limit = limitNow(one);
  const most = one.unit === undefined ? limit : `${limit} ${t(one.unit)}`;
  return (
    <Button
      small
      kind="quiet"
      className={css.expectHere}
      aria-label={t("Expect {label}: at most {most}", { label: one.label, most })}
      onClick={() => sim.expect(expectationOf(one, "at_most", limit))}
    >
      {t("Check this every run")}
    </Button>
  );
}
