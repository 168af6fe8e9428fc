/** A sweep's runs: axes to choose them by, the front, what each axis moves, and the rows. */

import { useDeferredValue, useMemo, useReducer, useState } from "react";
import { useStore } from "zustand";
import { msg, t, translate } from "@/language/words";
import { clauses, sentences } from "@/language/written";
import { Brushing, type Stretch } from "@/model/sweeps/brushing";
import { type Dimension, valueText } from "@/model/sweeps/dimension";
import { alikeText, effectsOn } from "@/model/sweeps/points";
import type { Runs } from "@/session/sweeps/readRuns";
import { sweepsStore } from "@/session/sweeps/sweeps";
import asking from "@/ui/asking.module.css";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { CheckField, SelectField } from "@/ui/Fields";
import { Front } from "./Front";
import { Parallel } from "./Parallel";
import { RunsTable } from "./RunsTable";
import css from "./sweeps.module.css";

export function SweepsPanel({ runs, onOpen }: { runs: Runs; onOpen: (run: number) => void }) {
  return (
    <div className={cx(asking.panel, css.panel)}>
      <RunCounts runs={runs} />
      {/* Of another file nothing is kept. */}
      <Chosen key={`${runs.name} ${runs.count} ${runs.digest[0]}`} runs={runs} onOpen={onOpen} />
    </div>
  );
}

/** What was asked, and what came of it, in sentences. */
function RunCounts({ runs }: { runs: Runs }) {
  const { sweep, count, points } = runs;
  const kept = points.filter(({ keeps }) => keeps).length;
  const asked = t(
    "{name}: {runs, plural, one {# run} other {# runs}} of {points, plural, one {# point} other {# points}}.",
    { name: runs.name, runs: count, points: points.length },
  );
  const came = [asked, keptText(runs, kept), ...limitsText(runs)];
  return (
    <section aria-label={t("The sweep")}>
      <h3>{translate(sweep.title)}</h3>
      {sweep.text !== undefined && <p>{translate(sweep.text)}</p>}
      <p className="quiet normal">{sentences(came)}</p>
      <Opened runs={runs} />
    </section>
  );
}

/** How many points keep the limits, and how many of these are on the front. */
function keptText({ points, circumstances }: Runs, kept: number): string {
  const best = points.filter(({ isBest }) => isBest).length;
  const alike = alikeText(circumstances);
  if (kept === points.length) {
    return best === 0
      ? t("All points keep every limit.")
      : t("All points keep every limit; {best} are on the front: {alike}.", { best, alike });
  }
  return best === 0
    ? t("{n, plural, one {# point} other {# points}} of these keep every limit.", { n: kept })
    : t(
        "{n, plural, one {# point} other {# points}} of these keep every limit; {best} are on the front: {alike}.",
        { n: kept, best, alike },
      );
}

function limitsText({ sweep, figures }: Runs): string[] {
  const texts = sweep.limits.map((limit) => {
    const { figure, at_most, at_least } = limit;
    if (figure === undefined) return t("promises are kept");
    const of = figures.find(({ name }) => name === figure);
    const text = (value: number) => (of === undefined ? String(value) : valueText(of, value));
    if (at_least === undefined) {
      return at_most === undefined
        ? figure
        : t("{metric} at most {limit}", { metric: figure, limit: text(at_most) });
    }
    const least = text(at_least);
    return at_most === undefined
      ? t("{metric} at least {limit}", { metric: figure, limit: least })
      : t("{figure} at least {least} at most {most}", { figure, least, most: text(at_most) });
  });
  return texts.length === 0 ? [] : [t("Limits: {limits}.", { limits: clauses(texts) })];
}

const SAME = {
  "not yet": msg("Opened: point {point} with seed {seed}; it has not come to its end."),
  same: msg("Opened: point {point} with seed {seed}; its digest at the end is that of the row."),
  other: msg(
    "Opened: point {point} with seed {seed}; its digest at the end is not that of the row: another build made it.",
  ),
};

function Opened({ runs }: { runs: Runs }) {
  const opened = useStore(sweepsStore, (state) => state.opened);
  if (opened === null) return null;
  const { run, same } = opened;
  return (
    <p className="quiet normal" data-testid="opened-run">
      {t(SAME[same], { point: runs.point[run] ?? 0, seed: runs.seed[run] ?? 0 })}
    </p>
  );
}

function Chosen({ runs, onOpen }: { runs: Runs; onOpen: (run: number) => void }) {
  const [added, setAdded] = useState<readonly Dimension[]>([]);
  const dims = useMemo(() => [...runs.axes, ...runs.figures, ...added], [runs, added]);
  const brushing = useMemo(() => new Brushing(runs.count), [runs]);
  const [version, next] = useReducer((number: number) => number + 1, 0);
  const later = useDeferredValue(version);
  const choose = (dim: Dimension, stretch: Stretch | null): void => {
    brushing.move(dim, stretch);
    next();
  };
  const chooseAll = (): void => {
    for (const dim of dims) if (brushing.stretches.has(dim.name)) choose(dim, null);
  };
  return (
    <>
      <div className={css.controls}>
        <p role="status" className={css.count}>
          {t("{chosen} of {n, plural, one {# run} other {# runs}} chosen", {
            chosen: brushing.count,
            n: runs.count,
          })}
        </p>
        <Button small disabled={brushing.stretches.size === 0} onClick={chooseAll}>
          {t("Choose all")}
        </Button>
        <AddFigure
          names={runs.others.filter((name) => !added.some((dim) => dim.name === name))}
          add={(name) =>
            void runs.figure(name).then((figure) => setAdded((others) => [...others, figure]))
          }
        />
      </div>
      <p className="quiet normal">
        {t("Drag along an axis, or move its two handles with the arrow keys; Delete frees it.")}
      </p>
      <Parallel dims={dims} brushing={brushing} version={version} choose={choose} />
      <div className={css.columns}>
        {runs.objectives.length > 1 && <Front runs={runs} brushing={brushing} version={later} />}
        {runs.objectives.length > 0 && <Effects runs={runs} />}
      </div>
      <Listed runs={runs} dims={dims} brushing={brushing} version={later} onOpen={onOpen} />
    </>
  );
}

const NONE = "";

function AddFigure({ names, add }: { names: readonly string[]; add: (name: string) => void }) {
  const options = [NONE, ...names].map((value) => ({
    value,
    label: value || t("Add a figure…"),
  }));
  return (
    <SelectField
      label={t("Another figure as an axis")}
      bare
      options={options}
      value={NONE}
      onChange={(name) => {
        if (name !== NONE) add(name);
      }}
    />
  );
}

interface ListedProps {
  runs: Runs;
  dims: readonly Dimension[];
  brushing: Brushing;
  version: number;
  onOpen: (run: number) => void;
}

function Listed({ runs, dims, brushing, version, onOpen }: ListedProps) {
  const [sort, setSort] = useState("");
  const [onlyBest, setOnlyBest] = useState(false);
  const order = useMemo(
    () =>
      orderBy(
        runs.count,
        dims.find(({ name }) => name === sort),
      ),
    [runs, dims, sort],
  );
  const best = useMemo(
    () => new Set(runs.points.filter(({ isBest }) => isBest).map(({ point }) => point)),
    [runs],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move changes what is chosen, and the number
  const rows = useMemo(() => {
    const chosen = brushing.chosen(order);
    return onlyBest ? chosen.filter((run) => best.has(runs.point[run] ?? -1)) : chosen;
  }, [runs, brushing, order, onlyBest, best, version]);
  const sorts = [{ value: "", label: t("by point and seed") }].concat(
    dims.map(({ name, label: axis }) => ({
      value: name,
      label: t("by {axis}, the least first", { axis }),
    })),
  );
  return (
    <section aria-label={t("Chosen runs")}>
      <div className={css.controls}>
        <h4>{t("Chosen runs")}</h4>
        <SelectField label={t("Order")} bare options={sorts} value={sort} onChange={setSort} />
        <CheckField label={t("Only the front")} checked={onlyBest} onChange={setOnlyBest} />
      </div>
      <RunsTable runs={runs} dims={dims} rows={rows} best={best} onOpen={onOpen} />
    </section>
  );
}

/** All runs, those without a value last. */
function orderBy(count: number, dim: Dimension | undefined): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, run) => run);
  if (dim === undefined) return order;
  const key = (run: number): number => {
    const value = dim.values[run] ?? Number.NaN;
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value;
  };
  return order.sort((a, b) => {
    const [one, other] = [key(a), key(b)];
    return one < other ? -1 : one > other ? 1 : a - b;
  });
}

function Effects({ runs }: { runs: Runs }) {
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
