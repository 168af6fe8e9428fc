/** What views may do: one object of verbs over the session, without state of its own. */

import type { Command, LogRequest } from "@/engine/messages";
import type { Action, LoggedAction, Target } from "@/engine/types";
import { WorkerLink } from "@/engine/workerLink";
import { startEngineWorker } from "@/engine/workers";
import { t } from "@/language/words";
import { differingUs } from "@/model/series/differing";
import type { Beside } from "./beside/beside";
import type { BesideChoice } from "./beside/besideChoice";
import { Controller } from "./controller";
import { withExpectation, withoutExpectation } from "./expecting";
import { Following } from "./following";
import { checkpoints, judge, readChallenge, readLesson, report, score } from "./judging";
import { browserShelf } from "./keep/keptSessions";
import { saveTheme } from "./keep/storage";
import { browserSessions } from "./keep/tabSessions";
import type { Notice, PageLayout, SheetName, ThemeChoice } from "./pageState";
import { pageStore } from "./pageStore";
import { challenges, lessons } from "./ports";
import { Sending } from "./sending";
import {
  type Expectation,
  logOf,
  type OpenOptions,
  type ScenarioSource,
  type Session,
} from "./session";
import { simStore } from "./simStore";
import { isLocked, lockReason, mayTell } from "./stage";
import { worded } from "./wording";

/** The run beside the session's, while there is one. */
let beside: Beside | undefined;

const controller = new Controller({
  run: simStore,
  page: pageStore,
  storage: browserSessions,
  shelf: browserShelf,
  wallMs: () => Date.now(),
  makeWorker: startEngineWorker,
  nextFrame: (callback) => {
    requestAnimationFrame(callback);
  },
  later: (callback, ms) => {
    setTimeout(callback, ms);
  },
});

const ask = (command: Command) => controller.ask(command);

const sharingDeps = {
  controller,
  run: simStore,
  page: pageStore,
  storage: browserSessions,
  lessons,
};

export const following = new Following(controller);

const sending = new Sending(simStore, (request) => void sim.select({ request }));

/** What a person does themselves: who followed somebody else's run goes their own way by it. */
function byHand<A extends unknown[], R>(verb: (...given: A) => R): (...given: A) => R {
  return (...given) => {
    following.byHand();
    controller.player.restUs = null;
    return verb(...given);
  };
}

export const sim = {
  start: (id: string, asked: boolean, options: OpenOptions) => controller.start(id, asked, options),
  /** False when it was refused. */
  open: byHand((source: ScenarioSource, options?: OpenOptions) => controller.open(source, options)),
  restart: byHand((changes?: { variant?: string; seed?: number }) => controller.restart(changes)),
  play: byHand(() => controller.play()),
  pause: byHand(() => controller.pause()),
  standStill: () => controller.standStill(),
  /** The engine is fetched from here on; in which language it speaks is known by now. */
  wake: () => controller.wake(),
  /** After another language was chosen: what the engine said before is said again. */
  sayAgain: () => controller.sayAgain(),
  step: byHand(() => controller.step()),
  back: byHand(() => controller.back()),
  /** To an instant; a run that plays goes on from there. */
  seek: byHand((us: number) => controller.travel.to({ us })),
  /** To the furthest instant that the present branch has been at. */
  end: byHand(() => controller.travel.to({ us: simStore.getState().furthestUs })),
  seekEvent: byHand((event: number) => controller.travel.to({ event })),
  rounds: byHand((count: number) => controller.travel.rounds(count)),
  find: byHand((direction: 1 | -1) => controller.travel.find(direction)),
  mark: byHand((direction: 1 | -1) => controller.travel.mark(direction)),
  /** The record of what happens, for those who want it. */
  tapes: controller.tapes,
  switchBranch: byHand((id: number) => controller.branching.switchTo(id)),
  /** To the branch that the present one parted from; says so where there is none. */
  branchBefore: byHand(() => controller.branching.toParent()),
  renameBranch: (id: number, name: string) => controller.branching.rename(id, name),
  removeBranch: (id: number) => controller.branching.remove(id),
  addBookmark: () => controller.bookmarks.add(),
  /** Another instant, under a name. */
  addBookmarkAt: (us: number, name: string) => controller.bookmarks.addAt(us, name),
  /** Judged at the end of the run, exported and shared with it. */
  expect: (added: Expectation) => {
    const { session } = simStore.getState();
    const next = session === null ? undefined : withExpectation(session, added);
    if (next === undefined)
      return pageStore.notify(t("This session holds no further expectation."));
    simStore.note(next);
    controller.save();
    pageStore.notify(t("Expected: it is judged at the end of the run."));
  },
  unexpect: (gone: Expectation) => {
    const { session } = simStore.getState();
    if (session === null) return;
    simStore.note(withoutExpectation(session, gone));
    controller.save();
  },
  jumpToBookmark: byHand((id: number) => controller.bookmarks.jump(id)),
  renameBookmark: (id: number, name: string) => controller.bookmarks.rename(id, name),
  annotateBookmark: (id: number, note: string) => controller.bookmarks.annotate(id, note),
  removeBookmark: (id: number) => controller.bookmarks.remove(id),
  advanceTo: byHand((us: number) => controller.advanceTo(us)),
  /** Whether what is said says how fast it goes: until somebody chooses a speed or an instant. */
  isTelling: () => controller.player.easing.isTelling,
  /** To where somebody is asked to act, at once. */
  hurry: byHand(() => controller.player.easing.hurry()),
  setSpeed: (speed: number) => {
    following.byHand();
    controller.setSpeed(speed);
  },
  setRange: (range: number) => controller.setRange(range),
  /** Somebody pressed what is off. */
  sayLocked: (): void => pageStore.notify(lockReason(pageStore.getState())),
  tell: async (action: Action): Promise<void> => {
    if (!mayTell(pageStore.getState())) return sim.sayLocked();
    await controller.act(action);
  },
  act: async (action: Action): Promise<void> => {
    if (isLocked(pageStore.getState())) return sim.sayLocked();
    const isFree = pageStore.getState().challenge === null;
    const why = isFree ? null : await challenges.refusal(action);
    if (why === null) await controller.act(action);
    else pageStore.notify(why, true);
  },
  /** A request by hand, which is chosen where requests are shown as soon as it is there. */
  send: async (action: Action): Promise<void> => {
    const before = logOf(simStore.getState().session).at(-1);
    await sim.act(action);
    const { session, playing } = simStore.getState();
    const { layout } = pageStore.getState();
    const done = logOf(session).at(-1);
    if (done === undefined || done === before) return;
    if (layout.narrow) sim.showSheet("view", "requests");
    else sim.showView("requests", "half");
    sending.expect(done.at_us);
    if (!playing) await controller.advanceTo(done.at_us);
  },
  /** A branch of its own that goes another way. False: there is no room, or nothing runs. */
  fork: (actions: LoggedAction[], us: number, cause: string) =>
    controller.branching.fork(actions, us, cause),
  /** What was recorded, and is no person's doing: in a locked page too. */
  actAgain: (action: Action) => controller.act(action),
  /** What the view of logs looks at; null when it is closed. */
  watchLog: (logRequest: LogRequest | null) => {
    simStore.watchLog(logRequest);
    if (logRequest !== null) controller.look();
  },
  /** Whether a view wants to know which reads were stale. */
  watchStale: (wantsStale: boolean) => {
    simStore.watchStale(wantsStale);
    if (wantsStale) controller.look();
  },
  select: (target: Target | null) => {
    if (pageStore.getState().layout.sheet === "shut") sim.showSheet("selected");
    return controller.select(target);
  },
  /** What somebody wants to know; null ends the asking. */
  ask: pageStore.ask,
  /** What is listed and summed speaks of this stretch of the run alone; null = of all. */
  lookAt: pageStore.lookAt,
  hover: pageStore.hover,
  /** The map shows this place, which a text names. */
  highlight: pageStore.highlight,
  /** Wherever this kind of bytes is shown it stands out. */
  pointAtKind: pageStore.pointAtKind,
  setTheme: (theme: ThemeChoice) => {
    saveTheme(theme);
    pageStore.setTheme(theme);
  },
  /** A view of the dock; it opens when it was closed, or has the size that is asked for. */
  showView: (view: string, size?: PageLayout["size"]) => pageStore.showView(view, size),
  /** As large as this, with the view that stands in it: none is chosen by that. */
  sizeDock: (size: PageLayout["size"]) => pageStore.sizeDock(size),
  /** On a narrow page. */
  showSheet: (sheet: SheetName, view?: string) => pageStore.showSheet(sheet, view),
  setPrices: pageStore.setPrices,
  setFraming: pageStore.setFraming,
  describe: (text: string) => controller.describe(text),
  report: () => report(ask),
  checkpoints: () => checkpoints(ask),
  judge: (goals: string, others: string, began: string) => judge(ask, goals, others, began),
  readLesson: (text: string) => readLesson(ask, text),
  readChallenge: (text: string) => readChallenge(ask, text),
  score: (challenge: string, log: string) => score(ask, challenge, log),
  /** What came of the run that is shown, at this instant; undefined when it is not wanted any more. */
  endOfRun: async (session: Session, us: number | null, isWanted: () => boolean) =>
    (await import("./endOfRun")).endOfRun({ ask, makeLink, isWanted }, session, us),
  recover: (from: "instant" | "start") => controller.recover(from),
  /** `text`: of a person's own file, which can be mended. */
  reject: (name: string, message: string, text?: string) => {
    controller.reject(name, message, text === undefined ? text : { kind: "file", name, text });
  },
  dismissRejected: () => {
    pageStore.reject(null);
  },
  dismissNotice: (id: number) => {
    if (pageStore.getState().notice?.id === id) pageStore.dismissNotice();
  },
  /** A second run beside the first, which it replaces if there is one already. */
  startBeside,
  endBeside: () => beside?.end(),
  watchComparison: (wanted: boolean) => beside?.watchComparison(wanted),
  /** What a link or a file carries; false when nothing was opened. */
  openFragment: byHand(
    async (fragment: string): Promise<boolean> =>
      (await import("./sharing/opening")).openFragment(sharingDeps, fragment),
  ),
  openShareFile: byHand(
    async (text: string): Promise<boolean> =>
      (await import("./sharing/opening")).openShareFile(sharingDeps, text),
  ),
  /** From a shared run to the person's own session, which was kept. */
  backToOwn: async (): Promise<void> => {
    await controller.start("first-look", false, { play: false });
  },
  /** The shared run takes the place of the person's own session. */
  keepShared: async (): Promise<void> => {
    await controller.keepShared();
  },
  /** Sessions that others took the place of or that closed tabs left, the latest first. */
  keptSessions: () => browserShelf.list(),
  forgetSession: (id: string) => browserShelf.remove(id),
  /** Goes on with one of them; the one that is shown is kept in its turn. */
  takeUp: byHand((id: string) => controller.runs.takeUp(id)),
  dismissLinkReport: () => {
    pageStore.reportLink(null);
  },
  notify: (text: string, alert?: boolean, offer?: Notice["offer"]) =>
    pageStore.notify(text, alert, offer),
  leave: () => controller.leave(),
} as const;

/** `choices` of a view when it was asked for: one that is chosen since stays. */
async function startBeside(
  choice: BesideChoice,
  choices = pageStore.getState().layout.choices,
): Promise<void> {
  const { Beside } = await import("./beside/beside");
  beside?.end();
  const made = new Beside(
    {
      run: simStore,
      page: pageStore,
      first: controller.link,
      group: controller.group,
      second: worded(makeLink()),
      wallMs: () => performance.now(),
    },
    choice,
  );
  beside = made;
  const refused = await made.open(choices);
  if (refused === undefined) return lookWhereTheyDiffer(made);
  made.end();
  pageStore.notify(t("No runs are compared: {refused}", { refused }), true);
}

/** From the end of the run, where both may be well again, to where the two runs differ. */
async function lookWhereTheyDiffer(made: Beside): Promise<void> {
  const { frame, playing, series, world } = simStore.getState();
  if (frame === null || world === null || playing || frame.now_us < world.duration_us) return;
  const us = differingUs(series, made.store.getState().series, world.series_bucket_us);
  if (us !== undefined && us < frame.now_us) await controller.travel.to({ us });
}

/** A way to a worker of its own, for runs that are not the session's. */
export function makeLink(): WorkerLink {
  return new WorkerLink(startEngineWorker());
}

export type Sim = typeof sim;
