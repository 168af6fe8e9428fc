/** How far each axis moves the median of each objective, as bars. Must not know how runs are chosen. */

import { useMemo } from "react";
import { t } from "@/language/words";
import { valueText } from "@/model/sweeps/dimension";
import { effectsOn } from "@/model/sweeps/points";
import type { Runs } from "@/session/sweeps/readRuns";
import css from "./sweeps.module.css";

export function Effects({ runs }: { runs: Runs }) {
  const all = useMemo(
    () =>
      runs.objectives.flatMap(({ figure, aim }, place) => {
        const of = runs.figures[place];
        return of === undefined ? [] : [{ figure, aim, of, effects: effectsOn(of, runs.axes) }];
      }),
    [runs],
  );
  return (
    <section aria-label={t("What each axis moves")} className={css.effects}>
      <h4>{t("What each axis moves")}</h4>
      <p className="quiet normal">
        {t("Least and greatest median over the values of an axis, of all runs.")}
      </p>
      {all.map(({ figure, aim, of, effects }) => {
        const most = Math.max(...effects.map(({ from, to }) => to - from), Number.MIN_VALUE);
        return (
          <div key={figure} className={css.effect}>
            <h5>
              {figure}{" "}
              <span className="quiet normal">
                {aim === "minimize" ? t("the less the better") : t("the more the better")}
              </span>
            </h5>
            <ul>
              {effects.map(({ axis, from, to }) => (
                <li key={axis.name}>
                  <span>{axis.label}</span>
                  <span className={css.bar} aria-hidden="true">
                    <span style={{ width: `${((to - from) / most) * 100}%` }} />
                  </span>
                  <span className="tabular">
                    {from === to
                      ? t("moves nothing")
                      : t("{from} to {to}", { from: valueText(of, from), to: valueText(of, to) })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
