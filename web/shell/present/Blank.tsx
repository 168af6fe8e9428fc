/** Nothing to look at, for as long as somebody speaks. */

import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { t } from "@/language/words";

import css from "./present.module.css";
import { setBlank } from "./presenting";

export function Blank() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  // Outside the page's head: the head must not hold it back.
  return createPortal(
    <button
      ref={button}
      type="button"
      className={css.blank}
      aria-label={t("The screen is blank. Show the page again")}
      onClick={() => setBlank(false)}
    />,
    document.body,
  );
}
