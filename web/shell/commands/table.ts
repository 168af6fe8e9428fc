/** Every command of the page: one row each, for keys, menu, help sheet and palette. */

import { msg } from "@/language/words";
import { openBuilder, openEditor } from "@/session/editing/editorStore";
import { chooseLevel, needInstruments } from "@/session/level";
import { pageStore } from "@/session/pageStore";
import { recorder } from "@/session/recording/recorder";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { nextSpeed } from "../speedKeys";
import type { Command } from "./command";
import { openDialog } from "./dialogs";

const PRESSED = "button, a, summary, [role=button], [type=radio], [type=checkbox], [role=tab]";
const MOVED = "[role=slider], [type=radio], [role=tab], [role=menu], [role=menuitemradio]";
/** Where Page Up and Page Down scroll what a person reads. */
const SCROLLED = "[role=tabpanel], aside";

const isReady = (): boolean => simStore.getState().phase === "ready";
const isComparing = (): boolean => pageStore.getState().beside !== null;

const TIME: readonly Command[] = [
  {
    id: "play",
    label: msg("Play or pause"),
    group: msg("Time"),
    keys: { patterns: ["Space"], shown: "Space", keptBy: PRESSED, once: true },
    watching: true,
    run: () => (simStore.getState().playing ? sim.pause() : sim.play()),
  },
  {
    id: "step",
    label: msg("Next event"),
    group: msg("Time"),
    keys: { patterns: ["ArrowRight", "."], shown: msg("→ or ."), keptBy: MOVED },
    run: () => sim.step(),
  },
  {
    id: "back",
    label: msg("Previous event"),
    group: msg("Time"),
    keys: { patterns: ["ArrowLeft"], shown: "←", keptBy: MOVED },
    run: () => sim.back(),
  },
  // Remotes of presenters send these.
  {
    id: "page-on",
    label: msg("Next event, by a remote"),
    group: msg("Time"),
    keys: { patterns: ["PageDown"], shown: "Page Down", keptBy: SCROLLED },
    run: () => sim.step(),
  },
  {
    id: "page-back",
    label: msg("Previous event, by a remote"),
    group: msg("Time"),
    keys: { patterns: ["PageUp"], shown: "Page Up", keptBy: SCROLLED },
    run: () => sim.back(),
  },
  {
    id: "find-on",
    label: msg("Next event of the selection, or of the range shown"),
    group: msg("Time"),
    keys: { patterns: ["Alt+ArrowRight"], shown: "Alt + →", keptBy: MOVED },
    run: () => sim.find(1),
  },
  {
    id: "find-back",
    label: msg("Previous event of the selection, or of the range shown"),
    group: msg("Time"),
    keys: { patterns: ["Alt+ArrowLeft"], shown: "Alt + ←", keptBy: MOVED },
    run: () => sim.find(-1),
  },
  {
    id: "round-on",
    label: msg("One heartbeat interval forward"),
    group: msg("Time"),
    keys: { patterns: ["Shift+ArrowRight"], shown: "Shift + →", keptBy: MOVED },
    run: () => sim.rounds(1),
  },
  {
    id: "round-back",
    label: msg("One heartbeat interval back"),
    group: msg("Time"),
    keys: { patterns: ["Shift+ArrowLeft"], shown: "Shift + ←", keptBy: MOVED },
    run: () => sim.rounds(-1),
  },
  {
    id: "start",
    label: msg("Go to the start"),
    group: msg("Time"),
    keys: { patterns: ["Home"], shown: "Home", keptBy: `${MOVED}, ${SCROLLED}` },
    run: () => sim.seek(0),
  },
  {
    id: "end",
    label: msg("Go to the latest instant reached"),
    group: msg("Time"),
    keys: { patterns: ["End"], shown: "End", keptBy: `${MOVED}, ${SCROLLED}` },
    run: () => sim.end(),
  },
  {
    id: "mark-on",
    label: msg("Next mark on the time line"),
    group: msg("Time"),
    keys: { patterns: ["n"], shown: "N" },
    run: () => sim.mark(1),
  },
  {
    id: "mark-back",
    label: msg("Previous mark on the time line"),
    group: msg("Time"),
    keys: { patterns: ["p"], shown: "P" },
    run: () => sim.mark(-1),
  },
  {
    id: "faster",
    label: msg("Faster"),
    group: msg("Time"),
    keys: { patterns: ["+", "Shift++", "="], shown: "+" },
    run: () => sim.setSpeed(nextSpeed(simStore.getState().speed, 1)),
  },
  {
    id: "slower",
    label: msg("Slower"),
    group: msg("Time"),
    keys: { patterns: ["-", "Shift+_"], shown: "−" },
    run: () => sim.setSpeed(nextSpeed(simStore.getState().speed, -1)),
  },
];

const RUN: readonly Command[] = [
  {
    id: "futures",
    label: msg("Other futures of this moment…"),
    group: msg("Run"),
    menu: "run",
    when: isReady,
    run: showFutures,
  },
  {
    id: "bookmark",
    label: msg("Bookmark this instant"),
    group: msg("Run"),
    keys: { patterns: ["m"], shown: "M", once: true },
    changes: true,
    run: () => sim.addBookmark(),
  },
  {
    id: "restart",
    label: msg("Restart from 0 s; your actions stay as a branch"),
    group: msg("Run"),
    keys: { patterns: ["r"], shown: "R", once: true },
    changes: true,
    run: () => sim.restart(),
  },
  {
    id: "undo",
    label: msg("Undo: back to the branch before"),
    group: msg("Run"),
    keys: { patterns: ["$mod+z"], shown: "Ctrl + Z", once: true },
    changes: true,
    when: isReady,
    run: () => sim.branchBefore(),
  },
  {
    id: "why",
    label: msg("Why: the causes of the selection, or of the range’s leader"),
    group: msg("Run"),
    keys: { patterns: ["w"], shown: "W", once: true },
    run: async () => (await import("@/session/asking")).askAboutSelection(),
  },
  {
    id: "compare",
    label: msg("Compare runs, or stop comparing"),
    group: msg("Compare and share"),
    keys: { patterns: ["b"], shown: "B", once: true },
    menu: "run",
    changes: true,
    when: isReady,
    run: () => (isComparing() ? sim.endBeside() : openDialog("beside")),
  },
];

const PAGE: readonly Command[] = [
  {
    id: "open",
    label: msg("Open a scenario…"),
    group: msg("Learn"),
    changes: true,
    run: () => openDialog("open"),
  },
  {
    id: "lessons",
    label: msg("Lessons…"),
    group: msg("Learn"),
    menu: "learn",
    narrow: true,
    changes: true,
    run: () => openDialog("lessons"),
  },
  {
    id: "challenges",
    label: msg("Challenges…"),
    group: msg("Learn"),
    menu: "learn",
    changes: true,
    run: () => openDialog("challenges"),
  },
  {
    id: "edit",
    label: msg("Edit the scenario…"),
    group: msg("Run"),
    menu: "run",
    changes: true,
    run: openEditor,
  },
  {
    id: "draw",
    label: msg("Draw the network…"),
    group: msg("Run"),
    menu: "run",
    changes: true,
    run: openBuilder,
  },
  {
    id: "import",
    label: msg("Import…"),
    group: msg("Run"),
    menu: "run",
    changes: true,
    run: () => openDialog("import"),
  },
  {
    id: "share",
    label: msg("Share…"),
    group: msg("Compare and share"),
    changes: true,
    run: () => openDialog("share"),
  },
  {
    id: "export",
    label: msg("Export…"),
    group: msg("Compare and share"),
    menu: "save",
    changes: true,
    run: () => openDialog("export"),
  },
  {
    id: "record",
    label: msg("Record what I do"),
    group: msg("Compare and share"),
    keys: { patterns: ["Shift+R"], shown: "Shift + R", once: true },
    menu: "save",
    changes: true,
    when: isReady,
    run: recordOrStop,
  },
  {
    id: "report",
    label: msg("Report…"),
    group: msg("Compare and share"),
    menu: "save",
    changes: true,
    run: () => openDialog("report"),
  },
  {
    id: "check",
    label: msg("Check reports…"),
    group: msg("Compare and share"),
    menu: "teach",
    changes: true,
    run: () => openDialog("check"),
  },
  {
    id: "sweeps",
    label: msg("Sweeps…"),
    group: msg("Compare and share"),
    menu: "run",
    changes: true,
    run: () => openDialog("sweeps"),
  },
  {
    id: "advice",
    label: msg("Which setting for my network?"),
    group: msg("Learn"),
    menu: "run",
    changes: true,
    run: () => openDialog("advice"),
  },
  {
    id: "present",
    label: msg("Present"),
    group: msg("Compare and share"),
    menu: "teach",
    changes: true,
    run: async () => (await import("../present/presenting")).beginPresenting(),
  },
  {
    id: "class",
    label: msg("Class…"),
    group: msg("Compare and share"),
    menu: "teach",
    when: () => !pageStore.getState().embedded,
    run: () => openDialog("class"),
  },
  {
    id: "about",
    label: msg("What is real"),
    group: msg("Learn"),
    menu: "learn",
    run: () => openDialog("about"),
  },
  {
    id: "fidelity",
    label: msg("Published figures"),
    group: msg("Learn"),
    menu: "learn",
    run: () => openDialog("fidelity"),
  },
  {
    id: "palette",
    label: msg("Find anything…"),
    group: msg("Page"),
    menu: "page",
    keys: { patterns: ["$mod+k"], shown: "Ctrl + K", once: true, typing: true },
    run: () => openDialog("palette"),
  },
  {
    id: "instruments",
    label: msg("Instruments, or only the map"),
    group: msg("Page"),
    menu: "page",
    keys: { patterns: ["i"], shown: "I", once: true },
    when: () => !pageStore.getState().embedded,
    run: () => chooseLevel(pageStore.getState().level === "watch" ? "instruments" : "watch"),
  },
  {
    id: "help",
    label: msg("Help"),
    group: msg("Page"),
    keys: { patterns: ["?", "Shift+?"], shown: "?" },
    menu: "page",
    watching: true,
    run: () => openDialog("help"),
  },
];

/** Begins a recording, or leads to what becomes of the one that goes on. */
async function recordOrStop(): Promise<void> {
  if (recorder.getState().recording !== null) return openDialog("record");
  (await import("../record/record")).beginRecording();
}

export const COMMANDS: readonly Command[] = [...TIME, ...RUN, ...PAGE];

/** Whether a person may give the command now, and it means something. */
export function isOffered({ changes, watching, when }: Command): boolean {
  const stage = pageStore.getState();
  if (stage.lock === "all" && watching !== true) return false;
  if (isLocked(stage) && changes === true) return false;
  return when?.() ?? true;
}

/** Stops the run where it is, and opens the view in which its futures are asked for. */
function showFutures(): void {
  sim.pause();
  needInstruments();
  if (pageStore.getState().layout.narrow) sim.showSheet("view", "futures");
  else sim.showView("futures", "half");
}
