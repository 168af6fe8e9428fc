/** The metrics: what the run has cost and how fast it answered, in the order of importance. */

import { useState } from "react";
import { msg, spoken, t } from "@/language/words";
import {
  type Bound,
  type Expectable,
  expectablesOf,
  expectationOf,
  limitNow,
} from "@/session/expectable";
import { usePaced } from "@/session/paced";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { FieldRow, NumberField, SelectField } from "@/ui/Fields";
import { Fold } from "@/ui/Section";
import { TipArea } from "@/ui/TipArea";
import { Counters } from "./Counters";
import { Latency } from "./Latency";
import css from "./meters.module.css";
import { Traffic } from "./Traffic";
import { ZoneMatrix } from "./ZoneMatrix";

export function Meters() {
  const running = usePaced((s) => s.world !== null && s.frame !== null);
  if (!running) return <Empty>{t("Figures appear here when a scenario runs.")}</Empty>;
  return (
    <TipArea>
      <section className={css.meters} aria-label={t("Metrics")}>
        <Traffic />
        <ZoneMatrix />
        <Latency />
        <Counters />
        <ExpectFigure />
      </section>
    </TipArea>
  );
}

const BOUNDS: readonly { value: Bound; label: string }[] = [
  { value: "at_most", label: msg("at most") },
  { value: "at_least", label: msg("at least") },
];

function ExpectFigure() {
  const world = usePaced((state) => state.world);
  const frame = usePaced((state) => state.frame);
  if (world === null || frame === null) return null;
  return (
    <Fold title={t("Expect a figure…")}>
      <ExpectForm
        key={`${world.title}/${world.variant}`}
        expectables={expectablesOf(world, frame)}
      />
    </Fold>
  );
}

function ExpectForm({ expectables }: { expectables: readonly Expectable[] }) {
  const [metric, setMetric] = useState(expectables[0]?.metric ?? "");
  const [bound, setBound] = useState<Bound>("at_most");
  // Until somebody sets it, the limit is what the figure is now.
  const [limit, setLimit] = useState<number | null>(null);
  const chosen = expectables.find((one) => one.metric === metric);
  if (chosen === undefined) return null;
  const shown = limit ?? limitNow(chosen);
  return (
    <form
      className={css.expect}
      aria-label={t("Expect a figure")}
      onSubmit={(event) => {
        event.preventDefault();
        sim.expect(expectationOf(chosen, bound, shown));
        setLimit(null);
      }}
    >
      <SelectField
        label={t("Figure")}
        options={expectables.map((one) => ({ value: one.metric, label: one.label }))}
        value={metric}
        onChange={(next) => {
          setMetric(next);
          setLimit(null);
        }}
      />
      <FieldRow>
        <SelectField
          label={t("Bound")}
          options={spoken(BOUNDS)}
          value={bound}
          onChange={setBound}
        />
        <NumberField
          label={t("Limit")}
          unit={chosen.unit}
          value={shown}
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          whole={false}
          onChange={setLimit}
        />
      </FieldRow>
      <Button type="submit" small>
        {t("Check this every run")}
      </Button>
    </form>
  );
}
