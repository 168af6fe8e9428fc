/** A switch with its name and one sentence: the browser's own check box under a drawn one. */

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
        <label htmlFor={id} className="pointer">
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="hint">
            {hint}
          </p>
        )}
      </div>
      <span className={css.switch}>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a check box has its own state
          role="switch"
          id={id}
          className="over-label"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          {...(hint === undefined ? {} : { "aria-describedby": hintId })}
        />
        <span className={css.thumb} />
      </span>
    </div>
  );
}
