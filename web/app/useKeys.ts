/**
 * Keys that work everywhere on the page, unless a person types or a widget took the key.
 * Must not know layout; keyList.ts tells people of them.
 */

import { useEffect } from "react";

import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";
import { isLocked, stageStore } from "@/store/stage";
import { isOpen } from "@/ui/overlays";
import { nextSpeed } from "./speedKeys";

const TYPING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=button], [type=radio], [type=checkbox], [role=tab]";
const MOVED = "[role=slider], [type=radio], [role=tab], [role=menu], [role=menuitemradio]";
/** Here keys that move in time are the page's, although a widget has taken them. */
const TIME = "[data-time-keys]";
/** Where Page Up and Page Down scroll what a person reads. */
const SCROLLED = "[role=tabpanel], aside";

export function useKeys(openHelp: () => void, openBeside: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey) return;
      if (isOpen("modal")) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest(TYPING) != null) return;
      if (isKept(event.key)) return;
      const isTime = at?.closest(TIME) != null;
      if (event.defaultPrevented && !isTime) return;
      const isMeant =
        travel(event, isTime ? null : at) ||
        (!event.altKey && press(event, at, openHelp, openBeside));
      if (isMeant) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [openHelp, openBeside]);
}

/** Whether the page's lock keeps a key from a person. */
function isKept(key: string): boolean {
  const stage = stageStore.getState();
  if (stage.lock === "all") return key !== " ";
  return isLocked(stage) && CHANGING.test(key);
}

/** Bookmarks, another start, another run beside this one. */
const CHANGING = /^[mrb]$/i;

/** Moves in time; true when the key meant that. */
function travel({ key, altKey, shiftKey }: KeyboardEvent, at: Element | null): boolean {
  const direction = DIRECTIONS[key];
  if (direction !== undefined) {
    if (at?.closest(MOVED) != null) return false;
    if (altKey) void sim.find(direction);
    else if (shiftKey) void sim.rounds(direction);
    else stepTo(direction);
    return true;
  }
  if (altKey || shiftKey) return false;
  switch (key) {
    case ".":
      stepTo(1);
      return true;
    case "PageDown":
    case "PageUp":
      if (at?.closest(SCROLLED) != null) return false;
      stepTo(key === "PageDown" ? 1 : -1);
      return true;
    case "Home":
    case "End":
      if (at?.closest(`${MOVED}, ${SCROLLED}`) != null) return false;
      void (key === "Home" ? sim.seek(0) : sim.end());
      return true;
    default:
      return false;
  }
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };

function stepTo(direction: 1 | -1): void {
  void (direction === 1 ? sim.step() : sim.back());
}

/** True when the key meant something. */
function press(
  event: KeyboardEvent,
  at: Element | null,
  openHelp: () => void,
  openBeside: () => void,
): boolean {
  const { playing, speed, beside, phase } = simStore.getState();
  switch (event.key) {
    case " ":
      if (event.repeat || at?.closest(PRESSED) != null) return false;
      if (playing) sim.pause();
      else sim.play();
      return true;
    case "w":
    case "W":
      if (!event.repeat) void import("@/store/asking").then((asking) => asking.askAboutSelection());
      return true;
    case "m":
    case "M":
      if (!event.repeat) sim.addBookmark();
      return true;
    case "n":
    case "N":
      void sim.mark(1);
      return true;
    case "p":
    case "P":
      void sim.mark(-1);
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
    case "b":
    case "B":
      if (event.repeat || phase !== "ready") return false;
      if (beside === null) openBeside();
      else sim.endBeside();
      return true;
    case "?":
      openHelp();
      return true;
    default:
      return false;
  }
}
