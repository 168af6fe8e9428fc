/**
 * A switch with its name and one sentence about what it does. Knows nothing of Raft.
 */

import { useId } from "react";

import css from "./Choices.module.css";

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: string | undefined;
  disabled?: boolean | undefined;
}

export function Switch({ label, checked, onChange, hint, disabled = false }: SwitchProps) {
  const id = useId();
  const hintId = useId();
  return (
    <div className={css.switchRow}>
      <div>
        <label htmlFor={id} className={css.switchLabel}>
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className={css.hint}>
            {hint}
          </p>
        )}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        className={css.switch}
        aria-checked={checked}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        {...(hint === undefined ? {} : { "aria-describedby": hintId })}
      >
        <span className={css.thumb} />
      </button>
    </div>
  );
}
