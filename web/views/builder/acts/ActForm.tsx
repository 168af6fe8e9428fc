/** One action: its kind, its instant, its fields, and what is wrong with it. */

import { t } from "@/language/words";
import type { ActKind } from "@/model/acts/act";
import { offeredIn, rowOf } from "@/model/acts/acts";
import { chosenInRun } from "@/model/acts/names";
import {
  faultsBefore,
  ofKind,
  type Script,
  type Scripted,
  scriptedText,
  withField,
} from "@/model/acts/script";
import { type BuildPart, problemsIn } from "@/model/builder/part";
import { useSim } from "@/session/simStore";
import { ActFields } from "@/ui/acts/ActFields";
import { Button } from "@/ui/Button";
import { NumberField, SelectField } from "@/ui/Fields";
import { Section } from "@/ui/Section";
import css from "./acts.module.css";

const SECOND_US = 1_000_000;
const OFFERED = offeredIn("builder");

interface ActFormProps extends BuildPart {
  script: Script;
  act: Scripted;
  onMove: (us: number) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

export function ActForm(props: ActFormProps) {
  const { text, change, problems, script, act, onMove, onDuplicate, onRemove } = props;
  const { kind, index } = act;
  const world = useSim((state) => state.world);
  const names = {
    ...script.names,
    ...(world === null ? {} : chosenInRun(world)),
    faults: faultsBefore(script.acts, act),
  };
  const found = problemsIn(problems, [...script.path, index]);
  return (
    <Section title={scriptedText(act)}>
      <div className={css.fields}>
        <SelectField
          label={t("What is done")}
          options={optionsWith(kind)}
          value={kind ?? ""}
          onChange={(next) => {
            if (next !== "") change(ofKind(text, script, act, next), t(rowOf(next).label));
          }}
        />
        <NumberField
          label={t("Instant")}
          unit="s"
          value={(act.atUs ?? 0) / SECOND_US}
          min={0}
          max={script.durationUs / SECOND_US}
          whole={false}
          onChange={(seconds) => onMove(Math.round(seconds * SECOND_US))}
        />
      </div>
      {kind !== null && (
        <>
          <ActFields
            kind={kind}
            values={act.fields}
            names={names}
            onChange={(field, value) => change(withField(text, script, index, field, value))}
          />
          <p className="hint">{t(rowOf(kind).text)}</p>
        </>
      )}
      {found.map(({ path, text: words }) => (
        <p key={`${path} ${words}`} role="alert" className="bad">
          {words}
        </p>
      ))}
      <div className="row wrap">
        <Button small onClick={onDuplicate}>
          {t("Duplicate")}
        </Button>
        <Button small onClick={onRemove}>
          {t("Delete")}
        </Button>
      </div>
    </Section>
  );
}

/** What stands in the file is offered too. */
function optionsWith(kind: ActKind | null): { value: ActKind | ""; label: string }[] {
  const kinds = kind === null || OFFERED.includes(kind) ? OFFERED : [kind, ...OFFERED];
  const options = kinds.map((value) => ({ value, label: t(rowOf(value).label) }));
  return kind === null ? [{ value: "", label: t("Choose…") }, ...options] : options;
}
