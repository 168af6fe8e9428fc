/**
 * Presenting to a room: some panels, locked controls, bookmarks as slides. What stood before comes
 * back at the end.
 */

import { t } from "@/language/words";
import { keepChoice, keptChoice } from "@/session/keep/storage";
import type { Staging } from "@/session/pageState";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { PANELS, type Panel } from "@/session/stage";
import { keepPresenting, keptPresenting } from "./presentingHere";
import { stepTo } from "./slides";

/** What a room can follow, where nobody chose: the picture, and the one lane that tells of it. */
const SHOWN: readonly Panel[] = ["map", "time", "dock"];

/** The panels that somebody chose here for a room, by their names. */
const CHOSEN = "present-panels";

let before: Partial<Staging> | undefined;
/** It went on after the page was loaded again. */
let isGoneOn = false;
let stopKeeping = (): void => {};

/** Asks for the whole screen, which a browser gives only to somebody who pressed something. */
export function beginPresenting({ whole = true } = {}): void {
  const { level, embedded, panels, lock, handout, theme, presenting } = pageStore.getState();
  if (presenting) return;
  before = { level, embedded, panels, lock, handout, theme };
  const left = readKept(keptPresenting());
  isGoneOn = left !== null;
  pageStore.stage({
    presenting: true,
    panels: left?.panels ?? (panels === PANELS ? chosenPanels() : panels),
    level: left?.level ?? level,
    lock: left?.lock ?? (lock === "none" ? "controls" : lock),
    slide: left?.slide ?? null,
    // Not the person's own choice of a theme, so it is not kept.
    theme: "projector",
  });
  keepStage(pageStore.getState());
  stopKeeping = pageStore.subscribe(keepStage);
  if (whole) fillScreen();
}

/** In which a reload of this tab goes on. */
function keepStage({ panels, lock, slide, level }: Stage): void {
  keepPresenting(JSON.stringify({ panels, lock, slide, level }));
}

type Stage = Pick<Staging, "panels" | "lock" | "slide" | "level">;

/** Null: this tab did not present, or what was kept is something else. */
function readKept(text: string | null): Stage | null {
  if (text === null) return null;
  try {
    const { panels, lock, slide, level } = JSON.parse(text) as Record<keyof Stage, unknown>;
    if (!Array.isArray(panels) || (slide !== null && typeof slide !== "number")) return null;
    return {
      panels: PANELS.filter((panel) => panels.includes(panel)),
      lock: lock === "none" || lock === "all" ? lock : "controls",
      slide,
      level: level === "watch" ? level : "instruments",
    };
  } catch {
    return null;
  }
}

function chosenPanels(): readonly Panel[] {
  const names = keptChoice(CHOSEN)?.split(" ");
  return names === undefined ? SHOWN : PANELS.filter((panel) => names.includes(panel));
}

export function endPresenting(): void {
  if (before === undefined) return;
  stopKeeping();
  keepPresenting(null);
  pageStore.stage({ ...before, presenting: false, slide: null, blank: false });
  before = undefined;
  if (document.fullscreenElement !== null) void document.exitFullscreen();
}

export function fillScreen(): void {
  document.documentElement.requestFullscreen().then(hearEscape, () => {
    sim.notify(t("This browser does not allow full screen."), true);
  });
}

/** Where a browser lets it: Escape closes what lies on top before it leaves the whole screen. */
function hearEscape(): void {
  const { keyboard } = navigator as Navigator & { keyboard?: Keyboard };
  keyboard?.lock(["Escape"]).catch(() => {
    // It keeps the key to itself: the whole screen is left, and what lies on top is closed then.
  });
}

/** Not every browser has it, nor does every list of what browsers have. */
interface Keyboard {
  lock(keys: readonly string[]): Promise<void>;
}

/** The room looks at who speaks; time stands still meanwhile. */
export function setBlank(blank: boolean): void {
  if (blank) sim.pause();
  pageStore.stage({ blank });
}

export function setLocked(locked: boolean): void {
  pageStore.stage({ lock: locked ? "controls" : "none" });
}

/** Panels keep their order, whichever is chosen first. */
export function setPanel(panel: Panel, shown: boolean): void {
  const { panels } = pageStore.getState();
  const next = PANELS.filter((known) => (known === panel ? shown : panels.includes(known)));
  pageStore.stage({ panels: next });
  keepChoice(CHOSEN, next.join(" "));
}

/** To a slide: its instant, in its branch, standing still. */
export function showSlide(id: number): void {
  sim.pause();
  pageStore.stage({ slide: id, blank: false });
  void sim.jumpToBookmark(id);
}

/**
 * Whoever follows a link to a presentation begins where it begins; without slides, where it is. Who
 * loads the page again is where they were.
 */
export function showSlideAtFirst(): void {
  const [first] = simStore.getState().session?.bookmarks ?? [];
  const { presenting, slide } = pageStore.getState();
  if (first !== undefined && presenting && !isGoneOn) showSlide(slide ?? first.id);
}

/** The next or previous slide; false without any slides. */
export function stepSlide(direction: 1 | -1): boolean {
  const slides = simStore.getState().session?.bookmarks ?? [];
  if (slides.length === 0) return false;
  const to = stepTo(slides, pageStore.getState().slide, direction);
  if (to !== undefined) showSlide(to.id);
  else sim.notify(direction === 1 ? t("This is the last slide.") : t("This is the first slide."));
  return true;
}
