/** Buttons: verbs a person can click. Knows nothing of Raft. */

import type { ComponentProps, ReactNode } from "react";
import css from "./Button.module.css";
import { cx } from "./cx";
import { Tip } from "./Tip";

interface ButtonProps extends ComponentProps<"button"> {
  /** primary: the one main verb; danger: breaks something on purpose; quiet: no frame. */
  kind?: "plain" | "primary" | "danger" | "quiet" | undefined;
  small?: boolean | undefined;
}

export function Button({ kind = "plain", small = false, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(css.button, css[kind], small && css.small, className)}
      data-kind={kind}
      {...rest}
    />
  );
}

/** Arrows have names where keys are read out. */
function keyName(shortcut: string): string {
  return shortcut.replace("←", "ArrowLeft").replace("→", "ArrowRight");
}

interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "children"> {
  /** The name that is read out and shown as a tip. */
  label: string;
  /** A key that does the same, shown in the tip. */
  shortcut?: string | undefined;
  children: ReactNode;
}

export function IconButton({ label, shortcut, className, children, ...rest }: IconButtonProps) {
  return (
    <Tip text={shortcut === undefined ? label : `${label} (${shortcut})`}>
      <Button
        aria-label={label}
        aria-keyshortcuts={shortcut && keyName(shortcut)}
        className={cx(css.icon, className)}
        {...rest}
      >
        {children}
      </Button>
    </Tip>
  );
}
