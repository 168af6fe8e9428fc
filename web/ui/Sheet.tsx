/**
 * A sheet from the bottom edge for narrow screens. It does not block what lies above it, so that a
 * person can watch the map while a control is open. Knows nothing of Raft.
 */

import { type ReactNode, useEffect, useId, useRef } from "react";

import { Button } from "./Button";
import { CloseIcon } from "./icons";
import css from "./Sheet.module.css";

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Sheet({ title, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <div
      ref={ref}
      className={css.sheet}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) onClose();
      }}
    >
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <Button aria-label="Close" kind="quiet" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      <div className={css.body}>{children}</div>
    </div>
  );
}
