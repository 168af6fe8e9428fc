/** Dialogs and bottom sheets on the browser's own <dialog>; the focus goes back where it was. */

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { t } from "@/language/words";
import { Button } from "./Button";
import { cx } from "./cx";
import { CloseIcon } from "./icons";
import { useOverlay } from "./overlays";
import css from "./Surface.module.css";
import { useFocusBack } from "./useFocusBack";

/** All that a dialog of the page gets; what it shows it knows itself. */
export interface DialogProps {
  onClose: () => void;
}

interface FrameProps extends DialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** sheet: from the bottom edge, for narrow screens. */
  kind?: "dialog" | "wide" | "full" | "sheet" | undefined;
}

export function Dialog({ open, ...rest }: FrameProps) {
  return open ? <Opened {...rest} /> : null;
}

function Opened({ onClose, title, children, kind = "dialog" }: Omit<FrameProps, "open">) {
  // Its own ways out do nothing; what it shows closes it when it has done what it is for.
  const isDone = useRef(true);
  const leave = (): void => {
    isDone.current = false;
    onClose();
  };
  useFocusBack("dialog", isDone);
  useOverlay("modal", leave);
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // While it is still in the page: the browser lets nobody else have the focus until it is closed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes; the click is on the backdrop
    <dialog
      ref={ref}
      className={cx(
        css.dialog,
        "prose",
        kind === "wide" && css.wide,
        kind === "full" && css.full,
        kind === "sheet" && css.sheet,
      )}
      aria-labelledby={titleId}
      // Ways to close it that are no key: a gesture of the device.
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) leave();
      }}
    >
      <div className={css.head}>
        <h2 id={titleId} className="heading">
          {title}
        </h2>
        {/* Without a tip: an open tip would take the Escape that closes the dialog. */}
        <Button aria-label={t("Close")} kind="quiet" onClick={leave}>
          <CloseIcon />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled with the keys */}
      <div className={css.body} tabIndex={0}>
        {children}
      </div>
    </dialog>
  );
}
