/** What a scenario does, on a time line: actions of it or of one of its variants. */

import { useState } from "react";

import { t, translate } from "@/language/words";
import type { ActKind } from "@/model/acts/act";
import { offeredIn, rowOf } from "@/model/acts/acts";
import { firstAct } from "@/model/acts/filled";
import { type Json, type Names, variantsOf } from "@/model/acts/names";
import {
  actAt,
  moved,
  type Script,
  type Scripted,
  scriptedText,
  scriptOf,
  withAct,
  withOwnActs,
  withoutAct,
  withoutOwnActs,
} from "@/model/acts/script";
import { documentOf } from "@/model/builder/document";
import { type BuildPart, type BuildProblem, type Path, problemsIn } from "@/model/builder/part";
import { formatInstant } from "@/model/units";
import { BadgeMark } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { NumberField, SelectField } from "@/ui/Fields";
import { ActForm } from "./ActForm";
import { ActTrack } from "./ActTrack";
import css from "./acts.module.css";

export function Timeline(part: BuildPart) {
  const [variant, setVariant] = useState("");
  const script = scriptOf(part.text, variant);
  if (script === null)
    return <p className="hint">{t("The text is no JSON: there is no time line.")}</p>;
  return (
    <div className="grid-3">
      <VariantChoice
        label={t("Actions of")}
        text={part.text}
        none={t("the scenario")}
        value={variant}
        onChange={setVariant}
      />
      {script.inherits ? (
        <Inherited {...part} script={script} />
      ) : (
        <OwnScript key={variant} {...part} script={script} variant={variant} />
      )}
    </div>
  );
}

interface ScriptProps extends BuildPart {
  script: Script;
}

/** A variant without a list of its own. */
function Inherited({ text, change, script }: ScriptProps) {
  return (
    <>
      <p className="hint">{t("This variant does what the scenario does.")}</p>
      <ul className="grid-1">
        {script.acts.map((act) => (
          <li key={act.index}>
            {formatInstant(act.atUs ?? 0)} {scriptedText(act)}
          </li>
        ))}
      </ul>
      <Button
        small
        onClick={() =>
          change(withOwnActs(text, script), t("The variant has a list of actions of its own."))
        }
      >
        {t("Give it actions of its own")}
      </Button>
    </>
  );
}

function OwnScript(props: ScriptProps & { variant: string }) {
  const { text, change, problems, script, variant } = props;
  const [chosenIndex, choose] = useState<number | null>(null);
  const chosen = script.acts.find(({ index }) => index === chosenIndex);
  const { durationUs } = script;
  const move = (act: Scripted, us: number): void =>
    change(moved(text, script, act.index, us), movedText(act, us));
  const remove = (act: Scripted): void => {
    choose(null);
    change(withoutAct(text, script, act.index), t("Taken out: {act}", { act: scriptedText(act) }));
  };
  const duplicate = (act: Scripted): void => {
    const { at: _at, ...fields } = actAt(text, script, act.index);
    const made = withAct(text, script, act.atUs ?? 0, fields);
    change(made.text, t("Copied: {what}", { what: scriptedText(act) }));
    choose(made.index);
  };
  return (
    <>
      <AddAct
        durationUs={durationUs}
        onAdd={(kind, us, act) => {
          const made = withAct(text, script, us, act(script.names));
          change(made.text, addedText(kind, us));
          choose(made.index);
        }}
      />
      <ActTrack
        acts={script.acts}
        durationUs={durationUs}
        chosen={chosen}
        onChoose={(act) => choose(act.index)}
        onMove={move}
        onRemove={remove}
      />
      <ActList
        acts={script.acts}
        durationUs={durationUs}
        problems={problems}
        path={script.path}
        chosen={chosen}
        onChoose={(act) => choose(act.index === chosenIndex ? null : act.index)}
      />
      {chosen !== undefined && (
        <ActForm
          text={text}
          change={change}
          problems={problems}
          script={script}
          act={chosen}
          onMove={(us) => move(chosen, us)}
          onDuplicate={() => duplicate(chosen)}
          onRemove={() => remove(chosen)}
        />
      )}
      {variant !== "" && (
        <Button
          small
          kind="quiet"
          onClick={() =>
            change(withoutOwnActs(text, script), t("The variant does what the scenario does."))
          }
        >
          {t("Do what the scenario does instead")}
        </Button>
      )}
    </>
  );
}

function movedText(act: Scripted, us: number): string {
  return t("{act}, at {instant}", { act: scriptedText(act), instant: formatInstant(us) });
}

function addedText(kind: ActKind, us: number): string {
  return t("Added: {kind}, at {instant}", {
    kind: t(rowOf(kind).label),
    instant: formatInstant(us),
  });
}

interface VariantChoiceProps {
  label: string;
  text: string;
  /** What no variant is called; without it one must be chosen. */
  none?: string;
  value: string;
  onChange: (variant: string) => void;
}

function VariantChoice({ label, text, none, value, onChange }: VariantChoiceProps) {
  const read = documentOf(text);
  const variants = read.ok ? variantsOf(read.value) : [];
  if (variants.length === 0) return null;
  const first = none === undefined ? [] : [{ value: "", label: none }];
  const options = [
    ...first,
    ...variants.map(({ id, title }) => ({ value: id, label: translate(title) })),
  ];
  return <SelectField label={label} options={options} value={value} onChange={onChange} />;
}

interface ActListProps {
  acts: readonly Scripted[];
  durationUs: number;
  problems: readonly BuildProblem[];
  path: Path;
  chosen: Scripted | undefined;
  onChoose: (act: Scripted) => void;
}

function ActList({ acts, durationUs, problems, path, chosen, onChoose }: ActListProps) {
  if (acts.length === 0) return <p className="hint">{t("Nothing is done in this run.")}</p>;
  return (
    <ol className={css.list} aria-label={t("Actions")}>
      {acts.map((act) => {
        const isWrong = problemsIn(problems, [...path, act.index]).length > 0;
        const isLate = (act.atUs ?? 0) > durationUs;
        return (
          <li key={act.index}>
            <button
              type="button"
              className={css.row}
              aria-pressed={act.index === chosen?.index}
              onClick={() => onChoose(act)}
            >
              <span className="quiet no-break">
                {act.atUs === undefined ? t("no instant") : formatInstant(act.atUs)}
              </span>
              <span>
                {isLate
                  ? t("{act} (after the end of the run)", { act: scriptedText(act) })
                  : scriptedText(act)}
                {isWrong && (
                  <span className="bad">
                    {" "}
                    <BadgeMark shape="cross" /> {t("has a problem")}
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

const SECOND_US = 1_000_000;
const OFFERED = offeredIn("builder");

interface AddActProps {
  durationUs: number;
  onAdd: (kind: ActKind, us: number, act: (names: Names) => Json) => void;
}

function AddAct({ durationUs, onAdd }: AddActProps) {
  const [kind, setKind] = useState<ActKind>(OFFERED[0]);
  const [us, setUs] = useState<number | null>(null);
  const shownUs = Math.min(us ?? middle(durationUs), durationUs);
  return (
    <form
      className={css.add}
      aria-label={t("Add an action")}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(kind, shownUs, (names) => firstAct(kind, names));
      }}
    >
      <SelectField
        label={t("Action")}
        options={OFFERED.map((value) => ({ value, label: t(rowOf(value).label) }))}
        value={kind}
        onChange={setKind}
      />
      <NumberField
        label={t("At")}
        unit="s"
        value={shownUs / SECOND_US}
        min={0}
        max={durationUs / SECOND_US}
        whole={false}
        onChange={(seconds) => setUs(Math.round(seconds * SECOND_US))}
      />
      <Button type="submit" kind="primary" small>
        {t("Add")}
      </Button>
      <p className="hint">{t(rowOf(kind).text)}</p>
    </form>
  );
}

/** A whole second, if there is one. */
function middle(durationUs: number): number {
  const half = durationUs / 2;
  return half < SECOND_US ? Math.round(half) : Math.round(half / SECOND_US) * SECOND_US;
}
