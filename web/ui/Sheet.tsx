/** A sheet from the bottom edge for narrow screens; it does not block what lies above it. */

import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "@/language/words";

import { Button } from "./Button";
import { CloseIcon } from "./icons";
import { useOverlay } from "./overlays";
import css from "./Sheet.module.css";
import { useFocusBack } from "./useFocusBack";

interface SheetProps {
  title: string;
  onClose: () => void;
  /** What opened it says its name and closes it too, so that where there is no room it need not. */
  isNamed?: boolean;
  children: ReactNode;
}

export function Sheet({ title, onClose, isNamed = false, children }: SheetProps) {
  const ref = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useFocusBack("[data-sheet]");
  useOverlay("panel", onClose);
  useEffect(() => {
    ref.current?.focus();
  }, []);
  return (
    <div
      ref={ref}
      className={css.sheet}
      data-sheet
      data-named={isNamed}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className={css.head}>
        <h2 id={titleId} className="heading">
          {title}
        </h2>
        <Button aria-label={t("Close")} kind="quiet" onClick={onClose}>
          <CloseIcon />
        </Button>
      </div>
      <div className="scroll">{children}</div>
    </div>
  );
}
