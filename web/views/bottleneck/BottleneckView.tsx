/** Where the bottleneck is, from several sides; not while a lesson asks for a prediction. */

import { Suspense } from "react";
import { msg, spoken, t } from "@/language/words";

import type { Side } from "@/session/pageState";
import { pageStore, usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Empty } from "@/ui/Empty";
import { lazily } from "@/ui/lazily";
import pane from "@/ui/Pane.module.css";
import { Segmented } from "@/ui/Segmented";
import { TipArea } from "@/ui/TipArea";
import css from "./bottleneck.module.css";
import { Resources } from "./Resources";

const LoadCurve = lazily(async () => ({ default: (await import("./LoadCurve")).LoadCurve }));
const Breakdown = lazily(async () => ({ default: (await import("./Breakdown")).Breakdown }));
const Percentiles = lazily(async () => ({ default: (await import("./Percentiles")).Percentiles }));
const Sizes = lazily(async () => ({ default: (await import("./Sizes")).Sizes }));

/** A side that tells what limits does not while a lesson asks that. */
const SIDES = [
  { value: "resources", tells: true, label: msg("Resources") },
  { value: "curve", tells: true, label: msg("Load curve") },
  { value: "time", tells: true, label: msg("Where time goes") },
  { value: "percentiles", tells: false, label: msg("Percentiles") },
  { value: "sizes", tells: false, label: msg("Change sizes") },
] as const satisfies readonly { value: Side; label: string; tells: boolean }[];

export function BottleneckView() {
  const world = useSim((state) => state.world);
  const frame = useSim((state) => state.frame);
  const side = usePage((page) => page.side);
  const tells = SIDES.some(({ value, tells }) => value === side && tells);
  const hideVerdicts = usePage((state) => state.hideVerdicts) && tells;
  if (world === null || frame === null) {
    return <Empty>{t("When a scenario runs, this shows what limits the load.")}</Empty>;
  }
  const shown = { world, frame };
  return (
    <TipArea className={pane.pane} side="top">
      <div className={css.sides}>
        <Segmented
          label={t("What is shown")}
          options={spoken(SIDES)}
          value={side}
          onChange={pageStore.setSide}
          small
        />
      </div>
      {hideVerdicts && (
        <Empty>{t("Make your prediction first; then the bottleneck is shown.")}</Empty>
      )}
      {!hideVerdicts && (
        <Suspense fallback={null}>
          {side === "resources" && <Resources {...shown} />}
          {side === "curve" && <LoadCurve />}
          {side === "time" && <Breakdown {...shown} />}
          {side === "percentiles" && <Percentiles {...shown} />}
          {side === "sizes" && <Sizes {...shown} />}
        </Suspense>
      )}
    </TipArea>
  );
}
