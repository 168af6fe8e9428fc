/** What a scenario expects of its runs, with what the engine said of it last. */

import { useState } from "react";
import type { Expected } from "@/engine/types";
import { msg, spoken, t } from "@/language/words";
import {
  type Expect,
  expectsOf,
  expectText,
  joinMetric,
  withExpect,
  withoutExpect,
} from "@/model/acts/expects";
import type { Json } from "@/model/acts/names";
import type { BuildPart } from "@/model/builder/part";
import { type BuildProblem, problemsIn } from "@/model/builder/part";
import { formatInstant } from "@/model/units";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { NumberField, SelectField } from "@/ui/Fields";
import css from "./acts.module.css";
import { ExpectForm } from "./ExpectForm";
import { figuresIn, runsIn } from "./figures";
import { type JudgedText, useJudged } from "./useJudged";

export function Expectations(part: BuildPart) {
  const { text, change, problems } = part;
  const judged = useJudged(text);
  const [chosenIndex, choose] = useState<number | null>(null);
  const expects = expectsOf(text);
  if (expects === null) {
    return <p className="hint">{t("The text is no JSON: nothing can be expected of it.")}</p>;
  }
  const add = (goal: Expect["goal"], said: string): void => {
    const made = withExpect(text, goal);
    change(made.text, said);
    choose(made.index);
  };
  const remove = ({ index, goal, figure }: Expect): void => {
    choose(null);
    const goalText = expectText({ index, goal, figure });
    change(withoutExpect(text, index), t("Expected no more: {goal}", { goal: goalText }));
  };
  return (
    <div className="grid-3">
      <AddExpect text={text} onAdd={add} />
      <JudgeBar judged={judged} />
      {expects.length === 0 && <p className="hint">{t("Nothing is expected of this scenario.")}</p>}
      <ul className="grid-3" aria-label={t("Expectations")}>
        {expects.map((expect) => (
          <Row
            key={expect.index}
            expect={expect}
            judged={judged}
            problems={problems}
            isChosen={expect.index === chosenIndex}
            onChoose={() => choose(expect.index === chosenIndex ? null : expect.index)}
          >
            {expect.index === chosenIndex && (
              <>
                <ExpectForm {...part} expect={expect} />
                <div className="row wrap">
                  <Button
                    small
                    onClick={() =>
                      add(expect.goal, t("Copied: {what}", { what: expectText(expect) }))
                    }
                  >
                    {t("Duplicate")}
                  </Button>
                  <Button small onClick={() => remove(expect)}>
                    {t("Delete")}
                  </Button>
                </div>
              </>
            )}
          </Row>
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  expect: Expect;
  judged: JudgedText;
  problems: readonly BuildProblem[];
  isChosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function Row({ expect, judged, problems, isChosen, onChoose, children }: RowProps) {
  const verdicts = judged.verdicts.get(JSON.stringify(expect.goal));
  return (
    <li className={css.goal}>
      <button type="button" className={css.ask} aria-expanded={isChosen} onClick={onChoose}>
        {verdicts === undefined || verdicts.lines.length === 0 ? (
          expectText(expect)
        ) : (
          <Verdicts lines={verdicts.lines} />
        )}
      </button>
      {verdicts !== undefined && verdicts.problem !== "" && (
        <p className="bad">{t("Not judged: {why}", { why: verdicts.problem })}</p>
      )}
      {problemsIn(problems, ["expect", expect.index]).map(({ path, text }) => (
        <p key={`${path} ${text}`} role="alert" className="bad">
          {text}
        </p>
      ))}
      {children}
    </li>
  );
}

function Verdicts({ lines }: { lines: readonly Expected[] }) {
  return lines.map(({ met, line }) => (
    <span key={line} className="row at-baseline" data-met={met}>
      <BadgeMark shape={met ? "tick" : "cross"} />
      <span>{line}</span>
    </span>
  ));
}

function JudgeBar({ judged }: { judged: JudgedText }) {
  const { now, run, stop } = judged;
  return (
    <div className="row wrap">
      {now.state === "running" ? (
        <Button small onClick={stop}>
          {t("Stop")}
        </Button>
      ) : (
        <Button small onClick={run}>
          {t("Run it and judge")}
        </Button>
      )}
      <p role="status" className="hint" data-testid="judged-text">
        {said(judged)}
      </p>
    </div>
  );
}

function said({ now, verdicts }: JudgedText): string {
  switch (now.state) {
    case "none":
      return t("Every variant is run to its end, beside the run that is shown.");
    case "running": {
      const { done, of, us } = now.progress;
      const instant = formatInstant(us);
      return of > 1
        ? t("Run {at} of {all}: {instant}.", { at: done + 1, all: of, instant })
        : t("Running: {instant}.", { instant });
    }
    case "failed":
      return t("It does not run. {why}", { why: now.message });
    case "judging":
      return t("Judging…");
    case "changed":
      return t("The scenario has changed since it was judged: run it again.");
    case "judged": {
      const all = [...verdicts.values()];
      const held = all.filter(
        ({ lines, problem }) => problem === "" && lines.every(({ met }) => met),
      ).length;
      return t("{held, plural, one {# expectation holds} other {# expectations hold}}, of {all}.", {
        held,
        all: all.length,
      });
    }
  }
}

type Bound = "at_most" | "at_least";

const BOUNDS: readonly { value: Bound; label: string }[] = [
  { value: "at_most", label: msg("at most") },
  { value: "at_least", label: msg("at least") },
];

interface AddExpectProps {
  text: string;
  onAdd: (goal: Json, said: string) => void;
}

function AddExpect({ text, onAdd }: AddExpectProps) {
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
