/**
 * A sweep's runs: what the sweep asks, its axes to choose runs by, the front of its objectives, what
 * each axis moves, and the chosen runs, each of which opens. Must not know how files are read.
 */

import { useDeferredValue, useMemo, useReducer, useState } from "react";
import { useStore } from "zustand";
import { Brushing, type Stretch } from "@/model/sweeps/brushing";
import { type Dimension, valueText } from "@/model/sweeps/dimension";
import { alikeText } from "@/model/sweeps/points";
import { plural } from "@/model/units";
import type { Runs } from "@/session/sweeps/readRuns";
import { sweepsStore } from "@/session/sweeps/sweeps";
import { Button } from "@/ui/Button";
import { CheckField, SelectField } from "@/ui/Fields";
import { Effects } from "./Effects";
import { Front } from "./Front";
import { Parallel } from "./Parallel";
import { RunsTable } from "./RunsTable";
import css from "./sweeps.module.css";

export function SweepsPanel({ runs, onOpen }: { runs: Runs; onOpen: (run: number) => void }) {
  return (
    <div className={css.panel}>
      <Told runs={runs} />
      {/* Of another file nothing is kept. */}
      <Chosen key={`${runs.name} ${runs.count} ${runs.digest[0]}`} runs={runs} onOpen={onOpen} />
    </div>
  );
}

/** What was asked, and what came of it, in sentences. */
function Told({ runs }: { runs: Runs }) {
  const { sweep, count, points } = runs;
  const kept = points.filter(({ keeps }) => keeps).length;
  const best = points.filter(({ isBest }) => isBest).length;
  return (
    <section aria-label="The sweep">
      <h3>{sweep.title}</h3>
      {sweep.text !== undefined && <p>{sweep.text}</p>}
      <p className={css.quiet}>
        {runs.name}: {plural(count, "run")} of {plural(points.length, "point")}.{" "}
        {kept === points.length
          ? "All points keep every limit"
          : `${plural(kept, "point")} of these keep every limit`}
        {best > 0 && `; ${best} are on the front: ${alikeText(runs.circumstances)} is better`}.{" "}
        {limitsText(runs)}
      </p>
      <Opened runs={runs} />
    </section>
  );
}

function limitsText({ sweep, figures }: Runs): string {
  const texts = sweep.limits.map((limit) => {
    const { figure, at_most, at_least } = limit;
    if (figure === undefined) return "promises are kept";
    const of = figures.find(({ name }) => name === figure);
    const text = (value: number) => (of === undefined ? String(value) : valueText(of, value));
    const most = at_most === undefined ? "" : ` at most ${text(at_most)}`;
    const least = at_least === undefined ? "" : ` at least ${text(at_least)}`;
    return `${figure}${least}${most}`;
  });
  return texts.length === 0 ? "" : `Limits: ${texts.join("; ")}.`;
}

const SAME = {
  "not yet": "it has not come to its end",
  same: "its digest at the end is that of the row",
  other: "its digest at the end is not that of the row: another build made it",
};

function Opened({ runs }: { runs: Runs }) {
  const opened = useStore(sweepsStore, (state) => state.opened);
  if (opened === null) return null;
  return (
    <p className={css.quiet} data-testid="opened-run">
      Opened: point {runs.point[opened.run]} with seed {runs.seed[opened.run]}; {SAME[opened.same]}.
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
          {brushing.count} of {plural(runs.count, "run")} chosen
        </p>
        <Button small disabled={brushing.stretches.size === 0} onClick={chooseAll}>
          Choose all
        </Button>
        <AddFigure
          names={runs.others.filter((name) => !added.some((dim) => dim.name === name))}
          add={(name) =>
            void runs.figure(name).then((figure) => setAdded((others) => [...others, figure]))
          }
        />
      </div>
      <p className={css.quiet}>
        Drag along an axis, or move its two handles with the arrow keys; Delete frees it.
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
  const options = [NONE, ...names].map((value) => ({ value, label: value || "Add a figure…" }));
  return (
    <SelectField
      label="Another figure as an axis"
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
  const sorts = [{ value: "", label: "by point and seed" }].concat(
    dims.map(({ name, label }) => ({ value: name, label: `by ${label}, the least first` })),
  );
  return (
    <section aria-label="Chosen runs">
      <div className={css.controls}>
        <h4>Chosen runs</h4>
        <SelectField label="Order" bare options={sorts} value={sort} onChange={setSort} />
        <CheckField label="Only the front" checked={onlyBest} onChange={setOnlyBest} />
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
