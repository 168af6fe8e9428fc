/** One figure in every variant, a bar each, of whole runs that nobody touched. */

import { scaleLinear } from "d3-scale";
import { useEffect, useId, useState } from "react";
import { t, translate } from "@/language/words";
import { inUnit } from "@/model/reportFigures";
import { fetchOutcomes, type Outcomes } from "@/session/outcomes";
import { usePage } from "@/session/pageStore";
import { logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { type Rung, rungsOf } from "./ladder";
import css from "./ladder.module.css";

export function Ladder() {
  const world = useSim((state) => state.world);
  const id = useSim(({ session }) =>
    session?.source.kind === "builtin" ? session.source.id : null,
  );
  // What somebody did is in none of the bars.
  const hasActed = useSim(({ session }) => logOf(session).length > 0);
  const outcomes = useOutcomes();
  const locked = usePage(isLocked);
  // What a lesson asks must not stand beside its question.
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const group = useId();
  if (world === null) return null;
  const { conclusion } = world;
  const rungs = rungsOf(world, id === null ? undefined : outcomes?.[id]);
  if (conclusion === null || rungs.length === 0)
    return <p className="none-yet">{t("Nothing to compare here.")}</p>;
  const length = scaleLinear(
    [0, Math.max(...rungs.map(({ value }) => value ?? 0), 1e-9)],
    [0, 100],
  );
  return (
    <fieldset className={css.ladder} disabled={locked} data-testid="ladder">
      <legend className={css.title}>
        <b>{capital(translate(conclusion.figure.label))}</b>{" "}
        <span>{t("each run to its end, untouched")}</span>
      </legend>
      <div className={css.rungs} data-many={rungs.length > 4}>
        {rungs.map((rung) => (
          <RungRow
            key={rung.variant}
            rung={rung}
            group={group}
            isChosen={rung.variant === world.variant && !hasActed}
            percent={rung.value === null || hideVerdicts ? null : length(rung.value)}
            text={hideVerdicts ? "?" : (inUnit(rung.found, conclusion.figure.unit) ?? t("none"))}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface RungRowProps {
  rung: Rung;
  group: string;
  isChosen: boolean;
  /** Of the longest; null where the figure is no number. */
  percent: number | null;
  text: string;
}

function RungRow({ rung, group, isChosen, percent, text }: RungRowProps) {
  const textId = useId();
  return (
    <label className={css.rung} data-variant={rung.variant}>
      <input
        type="radio"
        className="over-label"
        name={group}
        aria-label={translate(rung.title)}
        aria-describedby={textId}
        checked={isChosen}
        onChange={() => void sim.restart({ variant: rung.variant })}
      />
      <span className={css.name}>{translate(rung.title)}</span>
      <span className={css.track}>
        {percent !== null && <i style={{ width: `max(2px, ${percent}%)` }} />}
        <span id={textId} className={css.value}>
          {text}
        </span>
      </span>
    </label>
  );
}

function useOutcomes(): Outcomes | null {
  const [found, setFound] = useState<Outcomes | null>(null);
  useEffect(() => {
    let isWanted = true;
    void fetchOutcomes().then((read) => {
      if (isWanted && read.ok) setFound(read.value);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return found;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
