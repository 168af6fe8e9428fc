/**
 * Keys that work everywhere on the page, unless a person types or a widget took the key.
 * Must not know layout.
 */

import { useEffect } from "react";

import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";
import { nextSpeed } from "./speedKeys";

/** Each key with what it does, in the order of the help sheet. */
export const KEYS: readonly { keys: string; does: string }[] = [
  { keys: "Space", does: "play or pause" },
  { keys: "→ or .", does: "step one event" },
  { keys: "R", does: "restart from 0 s" },
  { keys: "+ and −", does: "faster, slower" },
  { keys: "?", does: "this help" },
];

const TYPING = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=button], [role=radio], [role=switch], [role=tab]";
const MOVED = "[role=slider], [role=radio], [role=tab], [role=menu], [role=menuitemradio]";

export function useKeys(openHelp: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest(TYPING) != null) return;
      if (press(event, at, openHelp)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [openHelp]);
}

/** True when the key meant something. */
function press(event: KeyboardEvent, at: Element | null, openHelp: () => void): boolean {
  const { playing, speed } = simStore.getState();
  switch (event.key) {
    case " ":
      if (event.repeat || at?.closest(PRESSED) != null) return false;
      if (playing) sim.pause();
      else sim.play();
      return true;
    case "ArrowRight":
    case ".":
      if (event.key === "ArrowRight" && at?.closest(MOVED) != null) return false;
      void sim.step();
      return true;
    case "r":
    case "R":
      if (!event.repeat) void sim.restart();
      return true;
    case "+":
    case "=":
      sim.setSpeed(nextSpeed(speed, 1));
      return true;
    case "-":
    case "_":
      sim.setSpeed(nextSpeed(speed, -1));
      return true;
    case "?":
      openHelp();
      return true;
    default:
      return false;
  }
}
