/**
 * One action: its kind, its instant and its fields, with what the engine's reader finds wrong with
 * it. Must not know what it does.
 */

import { t } from "@/language/words";
import { type ActKind, fieldsOf, KINDS } from "@/model/acts/kinds";
import { actText, ofKind, type Script, type Scripted, withField } from "@/model/acts/script";
import { type BuildPart, problemsIn } from "@/model/builder/part";
import { Button } from "@/ui/Button";
import { NumberField, SelectField } from "@/ui/Fields";
import { Section } from "@/ui/Section";
import { ActFieldOf } from "./ActFields";
import css from "./acts.module.css";

const SECOND_US = 1_000_000;
const ALL_KINDS = Object.keys(KINDS) as ActKind[];

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
  const kinds = ALL_KINDS.map((value) => ({ value, label: t(KINDS[value].label) }));
  const found = problemsIn(problems, [...script.path, index]);
  return (
    <Section title={actText(act)}>
      <div className={css.fields}>
        <SelectField
          label={t("What is done")}
          options={kind === null ? [{ value: "cut", label: t("Choose…") }, ...kinds] : kinds}
          value={kind ?? "cut"}
          onChange={(next) => change(ofKind(text, script, act, next), t(KINDS[next].label))}
        />
        <NumberField
          label={t("Instant")}
          unit="s"
          value={(act.atUs ?? 0) / SECOND_US}
          min={0}
          max={script.names.durationUs / SECOND_US}
          whole={false}
          onChange={(seconds) => onMove(Math.round(seconds * SECOND_US))}
        />
        {kind !== null &&
          fieldsOf(kind).map(([field, is]) => (
            <ActFieldOf
              key={`${kind} ${field}`}
              field={is}
              value={act.fields[field]}
              script={script}
              act={act}
              onChange={(value) => change(withField(text, script, index, field, value))}
            />
          ))}
      </div>
      {kind !== null && <p className="hint">{t(KINDS[kind].text)}</p>}
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
