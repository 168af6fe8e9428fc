/** Keys of a presentation, as remotes send them too, before the page's own. */

import { useEffect } from "react";

import { pageStore } from "@/session/pageStore";
import { closeTop, isOpen, useOverlay } from "@/ui/overlays";
import { endPresenting, setBlank, stepSlide } from "./presenting";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select";
/** Radix has menus in its own hands. */
const MENU = "[role=menu]";

export function usePresentKeys(): void {
  useOverlay("ground", endPresenting);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest(TYPING) != null || !press(event.key)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    let wasWhole = document.fullscreenElement !== null;
    // Where a browser keeps Escape to itself it leaves the whole screen and tells no page of the key.
    const onScreen = (): void => {
      const isWhole = document.fullscreenElement !== null;
      const isLeft = wasWhole && !isWhole && pageStore.getState().presenting;
      if (isLeft && !closeTop()) endPresenting();
      wasWhole = isWhole;
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    document.addEventListener("fullscreenchange", onScreen);
    return () => {
      window.removeEventListener("keydown", onKeyDown, { capture: true });
      document.removeEventListener("fullscreenchange", onScreen);
    };
  }, []);
}

/** True when the key meant something. */
function press(key: string): boolean {
  const { blank } = pageStore.getState();
  if (blank) {
    if (!SHOWS.has(key)) return false;
    setBlank(false);
    return true;
  }
  if (isOpen("modal", "anchored") || document.querySelector(MENU) !== null) return false;
  switch (key) {
    case "PageDown":
      return stepSlide(1);
    case "PageUp":
      return stepSlide(-1);
    case ".":
    case "b":
    case "B":
      setBlank(true);
      return true;
    default:
      return false;
  }
}

/** What brings the page back when the screen is blank. */
const SHOWS = new Set([".", "b", "B", "Escape", " ", "Enter", "PageDown", "PageUp"]);
