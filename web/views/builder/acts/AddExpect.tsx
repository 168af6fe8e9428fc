/** A new bound on a figure: of which run, which figure, how much. Must not know how it is judged. */

import { useState } from "react";

import { msg, spoken, t } from "@/language/words";
import { joinMetric } from "@/model/acts/expects";
import type { Json } from "@/model/acts/names";
import { Button } from "@/ui/Button";
import { NumberField, SelectField } from "@/ui/Fields";
import css from "./acts.module.css";
import { figuresIn, runsIn } from "./figures";

type Bound = "at_most" | "at_least";

const BOUNDS: readonly { value: Bound; label: string }[] = [
  { value: "at_most", label: msg("at most") },
  { value: "at_least", label: msg("at least") },
];

interface AddExpectProps {
  text: string;
  onAdd: (goal: Json, said: string) => void;
}

export function AddExpect({ text, onAdd }: AddExpectProps) {
  const runs = runsIn(text);
  const [asked, setRun] = useState("");
  const run = runs.find(({ value }) => value === asked)?.value ?? runs[0]?.value ?? "run";
  const figures = figuresIn(text, run);
  const [askedPath, setPath] = useState("elections");
  const figure = figures.find(({ path }) => path === askedPath) ?? figures[0];
  const [bound, setBound] = useState<Bound>("at_most");
  const [limit, setLimit] = useState(1);
  if (figure === undefined) return null;
  const { path, label, unit, scale } = figure;
  return (
    <form
      className={css.fields}
      aria-label={t("Add an expectation")}
      onSubmit={(event) => {
        event.preventDefault();
        const value = scale === 1 ? limit : Math.round(limit * scale);
        const said =
          bound === "at_most"
            ? t("Expected: {label} at most {limit}", { label, limit })
            : t("Expected: {label} at least {limit}", { label, limit });
        onAdd({ metric: joinMetric(run, path), [bound]: value }, said);
      }}
    >
      {runs.length > 1 && (
        <SelectField label={t("Of")} options={runs} value={run} onChange={setRun} />
      )}
      <SelectField
        label={t("Figure")}
        options={figures.map((one) => ({ value: one.path, label: one.label }))}
        value={path}
        onChange={setPath}
      />
      <SelectField label={t("Bound")} options={spoken(BOUNDS)} value={bound} onChange={setBound} />
      <NumberField
        label={t("Limit")}
        unit={unit}
        value={limit}
        min={0}
        max={Number.MAX_SAFE_INTEGER}
        whole={false}
        onChange={setLimit}
      />
      <Button type="submit" kind="primary" small>
        {t("Add")}
      </Button>
    </form>
  );
}
