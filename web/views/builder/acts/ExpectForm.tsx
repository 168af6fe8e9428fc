/** One expectation: of which run, which figure, and its bounds; others are changed in the text. */

import { msg, t } from "@/language/words";
import { BOUNDS, type BoundKey, type Expect, joinMetric, withKey } from "@/model/acts/expects";
import type { BuildPart } from "@/model/builder/part";
import type { ReportFigure } from "@/session/expectable";
import { EnteredField } from "@/ui/EnteredField";
import { SelectField } from "@/ui/Fields";
import css from "./acts.module.css";
import { figuresIn, runsIn } from "./figures";

interface ExpectFormProps extends BuildPart {
  expect: Expect;
}

const BOUND_WORDS: Readonly<Record<BoundKey, string>> = {
  at_least: msg("At least"),
  at_most: msg("At most"),
  equals: msg("Exactly"),
};

export function ExpectForm({ text, change, expect }: ExpectFormProps) {
  const { index, goal, figure } = expect;
  if (figure === null) {
    return (
      <>
        <p className="hint">{t("This is changed in the text:")}</p>
        <pre className={css.written}>{JSON.stringify(goal, null, 2)}</pre>
      </>
    );
  }
  const runs = runsIn(text);
  const figures = figuresIn(text, figure.variant);
  const known = figures.find(({ path }) => path === figure.path);
  const set = (key: string, value: unknown): void => change(withKey(text, index, key, value));
  const setMetric = (variant: string, path: string): void =>
    set("metric", joinMetric(variant, path));
  return (
    <div className={css.fields}>
      <SelectField
        label={t("Of")}
        options={listed(runs, figure.variant, t("the run that is judged"))}
        value={figure.variant}
        onChange={(variant) => setMetric(variant, figure.path)}
      />
      <SelectField
        label={t("Figure")}
        options={listed(
          figures.map(({ path, label }) => ({ value: path, label })),
          figure.path,
          figure.path,
        )}
        value={figure.path}
        onChange={(path) => setMetric(figure.variant, path)}
      />
      {BOUNDS.map((key) => (
        <Limit
          key={key}
          bound={key}
          figure={typeof goal.times === "string" ? undefined : known}
          value={goal[key]}
          onChange={(value) => set(key, value)}
        />
      ))}
      {typeof goal.times === "string" && (
        <EnteredField
          label={t("Times this figure")}
          value={goal.times}
          onChange={(metric) => set("times", metric === "" ? undefined : metric)}
        />
      )}
    </div>
  );
}

/** What stands in the file is offered too, whatever it is. */
function listed(
  options: readonly { value: string; label: string }[],
  present: string,
  label: string,
): readonly { value: string; label: string }[] {
  if (options.some(({ value }) => value === present)) return options;
  return [{ value: present, label }, ...options];
}

interface LimitProps {
  bound: BoundKey;
  figure: ReportFigure | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Empty: there is no such bound. */
function Limit({ bound, figure, value, onChange }: LimitProps) {
  const scale = figure?.scale ?? 1;
  const unit = figure?.unit;
  const label = t(BOUND_WORDS[bound]);
  const shown = typeof value === "number" ? String(value / scale) : value;
  return (
    <EnteredField
      label={unit === undefined ? label : t("{label}, {unit}", { label, unit })}
      value={shown === undefined || shown === null ? "" : String(shown)}
      onChange={(text) => onChange(limitOf(text, scale))}
    />
  );
}

/** Limits are figures of the report, which are whole where they have a unit. */
function limitOf(text: string, scale: number): unknown {
  if (text === "") return undefined;
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return scale === 1 ? number : Math.round(number * scale);
}
