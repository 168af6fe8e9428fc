/** A duration as the scenario writes it ("250us", "3ms", "1.5s"), entered as text. */

import { useId } from "react";
import { t } from "@/language/words";
import { durationUs, typedDuration } from "@/model/durations";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import { useEntered } from "@/ui/useEntered";
import css from "./story.module.css";

interface DurationFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

export function DurationField({ label, hint, value, onChange }: DurationFieldProps) {
  const { text, setText } = useEntered(value);
  const hintId = useId();
  const entered = typedDuration(text);
  const wrong = durationUs(entered) === undefined;
  return (
    <form
      className="grid-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong && entered !== value) onChange(entered);
      }}
    >
      <div className={css.withButton}>
        <TextField
          label={label}
          value={text}
          onChange={setText}
          aria-invalid={wrong}
          aria-describedby={hintId}
        />
        <Button
          type="submit"
          disabled={wrong || entered === value}
          aria-label={t("Set {label}", { label })}
        >
          {t("Set")}
        </Button>
      </div>
      <p id={hintId} className="hint">
        {wrong ? t("A number and its unit: 250us, 3ms or 1.5s.") : hint}
      </p>
    </form>
  );
}
