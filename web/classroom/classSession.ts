/** The class of this page: one at a time, led or followed. */

import { t } from "@/language/words";
import { pageStore } from "@/session/pageStore";
import { lessons } from "@/session/ports";
import { fetchScenario } from "@/session/scenarios";
import { following, sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import type { InClass, Lock } from "@/session/stage";
import { answersOf } from "./answering";
import type { ClassRun } from "./classRun";
import { classStore, NO_CLASS } from "./classStore";
import { Counting } from "./counting";
import { Follower } from "./follower";
import { Hearing } from "./hearing";
import { keepLeaderId, keepName, keptName, studentIdIn, takeLeaderId } from "./identity";
import { keepAnswers, keptAnswers } from "./keeping";
import { Leading } from "./leading";
import { type ClassPlace, classFragment, socketOf } from "./place";
import { NAME_LENGTH_MAX } from "./protocol";
import { Seat } from "./seat";
import { LeaderWatch, SilenceWatch } from "./watching";
import { Wire } from "./wire";

const wallMs = (): number => performance.now();
const later = (callback: () => void, ms: number): void => void setTimeout(callback, ms);
const storage = (): Storage => sessionStorage;
const shelf = (): Storage => localStorage;
const set = classStore.setState;

interface Joined {
  wire: Wire;
  follower: Follower;
  hearing: Hearing;
  watches: readonly { begin(): void; end(): void }[];
  /** A student's. */
  seat?: Seat;
  /** A teacher's: this page, as the class knows it. */
  me?: string;
  counting?: Counting;
  /** While this page leads. */
  leading?: Leading;
}

let joined: Joined | null = null;
/** Counts the classes: what was asked of one that was left comes to nothing. */
let turn = 0;
/** What was locked before the class was followed. */
let lockBefore: Lock = "none";

/** A server that was gone when a page came is asked again so often. */
const JOIN_AGAIN_MS = 3_000;

/**
 * Whether the page shows the class's run now. False: it has no run yet, or is not reached; that is
 * tried again until it is, or the class is left.
 */
export async function joinClass(place: ClassPlace): Promise<boolean> {
  await leaveClass();
  turn += 1;
  const { code } = place;
  const link = location.origin + location.pathname;
  set({ ...NO_CLASS, code, link: `${link}#${classFragment({ code, token: null })}` });
  stage("own");
  return join(place, turn);
}

async function join(place: ClassPlace, mine: number): Promise<boolean> {
  const { code, token } = place;
  try {
    const address = socketOf(location.href);
    const changed = (isThere: boolean): void => {
      if (turn === mine) serverChanged(isThere);
    };
    const seat = studentIdIn(code, storage);
    const wire = await Wire.open({ address, code, token, seat, changed });
    return await enter(wire, token !== null, mine);
  } catch (error) {
    if (turn !== mine) return false;
    set({ trouble: whyNot(error), isThere: false });
    const again = (): void => void (turn === mine && join(place, mine));
    if (!isRefused(error)) later(again, JOIN_AGAIN_MS);
    return false;
  }
}

/** The wire stays open only where the class was entered; who left meanwhile finds nothing of it. */
async function enter(wire: Wire, isTeacher: boolean, mine: number): Promise<boolean> {
  try {
    if (turn === mine) {
      set({ isThere: true, trouble: "" });
      if (isTeacher) await wire.prepare();
      if (turn === mine) {
        joined = isTeacher ? teacherOf(wire) : studentOf(wire);
        const isShown = await begin(joined, mine);
        if (turn === mine) return isShown;
      }
    }
  } catch (error) {
    if (joined?.wire === wire) forget();
    await wire.close();
    throw error;
  }
  await wire.close();
  return false;
}

/** What every page does: it hears the class, and knows when nothing is heard. */
function heardBy(wire: Wire): Joined {
  const follower = new Follower({
    run: simStore,
    page: pageStore,
    following,
    lessons,
    fetchScenario,
    wallMs,
    told: (same) => {
      const isNews = classStore.getState().same !== same;
      set({ same });
      if (isNews) joined?.seat?.tellHere();
    },
    troubled: (trouble) => set({ trouble }),
  });
  const leader = new LeaderWatch({
    wallMs,
    later,
    hears: () => classStore.getState().isThere,
    changed: (leaderGone) => set({ leaderGone }),
  });
  const silence = new SilenceWatch({
    later,
    probe: () => wire.flush(),
    changed: (isSilent) => serverChanged(!isSilent),
  });
  const hearing: Hearing = new Hearing(wire, {
    changed: (state) => heardClass(state, hearing.dropped),
    present: () => {
      leader.heard();
      joined?.seat?.hereIfDue();
    },
    led: (by) => ledBy(by),
  });
  return { wire, follower, hearing, watches: [leader, silence] };
}

function studentOf(wire: Wire): Joined {
  set({ name: keptName(wire.code, storage) });
  const here = () => {
    const { same, name } = classStore.getState();
    return { follows: pageStore.getState().inClass === "follows", same, name };
  };
  const unsent = (count: number): void => set({ unsent: count });
  const seat = new Seat(wire, { wallMs, later, here, unsent, answersOf });
  return { ...heardBy(wire), seat };
}

function teacherOf(wire: Wire): Joined {
  const me = takeLeaderId(wire.code, storage);
  globalThis.addEventListener?.("pagehide", keepLeader);
  set({ mayLead: true });
  const counting = new Counting(wire, {
    wallMs,
    later,
    hears: () => classStore.getState().isThere,
    heard: () => joined?.leading?.hereIfDue(),
    keep: (answers) => void keepAnswers({ code: wire.code, answers }, shelf),
  });
  const before = keptAnswers(shelf);
  if (before?.code === wire.code) set({ answers: before.answers });
  return { ...heardBy(wire), me, counting };
}

function keepLeader(): void {
  joined?.counting?.keepNow();
  if (joined?.me !== undefined) keepLeaderId(joined.wire.code, joined.me, storage);
}

/**
 * Hears what the class is. A teacher's page leads one that nobody leads yet, or that it led before
 * it was loaded again; of one that another page leads it asks first (`leadFromHere`).
 */
async function begin(of: Joined, mine: number): Promise<boolean> {
  const { hearing, me } = of;
  await of.counting?.begin();
  await hearing.begin();
  if (turn !== mine) return false;
  if (me !== undefined && !hearing.isWhole) throw new Error("what was said could not be fetched");
  for (const watch of of.watches) watch.begin();
  const { state, leader } = hearing;
  if (me !== undefined && (leader === "" || state.ended)) {
    await lead(of, mine);
    return false;
  }
  await followAgain();
  const isShown = simStore.getState().session !== null;
  // Who cannot show the class's run would lead it into another one.
  if (leader === me && turn === mine && (isShown || state.run === null)) await lead(of, mine);
  of.seat?.begin();
  return isShown;
}

/** What was joined is not led or followed any more; its wire is the caller's to close. */
function forget(): void {
  following.end();
  joined?.follower.leave();
  joined?.seat?.end();
  joined?.counting?.end();
  joined?.leading?.stop();
  for (const watch of joined?.watches ?? []) watch.end();
  joined = null;
}

function isRefused(error: unknown): boolean {
  return /authori[sz]ation/i.test(error instanceof Error ? error.message : String(error));
}

function whyNot(error: unknown): string {
  if (isRefused(error)) return t("The class does not know this link: ask for a new one.");
  return t(
    "No class answers at this address; it is tried again. It may not have begun, or has ended.",
  );
}

function serverChanged(isThere: boolean): void {
  set({ isThere });
  if (!isThere || joined === null) return;
  void joined.hearing.catchUp();
  // What cannot be fetched now is fetched when the server is next back.
  void joined.counting?.fetch().catch(() => undefined);
}

/** Nothing of it goes on here; its run stays on the page. Who leads ends the class. */
export async function leaveClass(): Promise<void> {
  turn += 1;
  const left = joined;
  const ending = left?.leading?.end();
  left?.seat?.tellHere(true);
  left?.counting?.end();
  globalThis.removeEventListener?.("pagehide", keepLeader);
  if (left !== null) delete left.leading;
  if (pageStore.getState().inClass !== "none") stage("none");
  set(NO_CLASS);
  forget();
  if (left === null) return;
  // What is being said shall be heard; a server that is gone is not waited for.
  await Promise.race([ending, new Promise<void>((done) => later(done, 1_000))]);
  await left.wire.close();
}

// --- the teacher ------------------------------------------------------------------------------------

async function lead(of: Joined, mine: number): Promise<void> {
  const { wire, hearing, me = "" } = of;
  const deps = {
    run: simStore,
    page: pageStore,
    me,
    wallMs,
    later,
    refused: (why: string) => sim.notify(why, true),
    waits: (unsent: number) => set({ unsent }),
    lost: () => void hearing.catchUp(),
  };
  following.end();
  of.follower.leave();
  const { names } = hearing.state;
  const leading = await Leading.begin(wire, deps, names);
  if (turn !== mine) {
    leading.stop();
    return;
  }
  of.leading = leading;
  set({ namesAsked: names, trouble: "", leaderGone: false });
  stage("leads");
}

/** The class follows this page from now on; the page that led it is told, and follows. */
export async function leadFromHere(): Promise<void> {
  const of = joined;
  if (of?.me === undefined || of.leading !== undefined) return;
  try {
    // As it stands: what was done here alone stays as a branch.
    if (pageStore.getState().inClass === "own") await followAgain();
    await lead(of, turn);
  } catch {
    sim.notify(t("The class does not hear this page: the server is not reached."), true);
    await followAgain();
  }
}

/** The class is led by another page than before. */
function ledBy(by: string): void {
  const of = joined;
  if (of === null || by === of.me) return;
  if (of.leading === undefined) {
    if (
      pageStore.getState().inClass === "follows" &&
      of.me === undefined &&
      classStore.getState().hasRun
    )
      sim.notify(t("Another page of your teacher’s leads the class now."), true);
    return;
  }
  of.leading.stop();
  delete of.leading;
  set({ unsent: 0 });
  sim.notify(t("Another page leads the class now; this one follows it."), true);
  void followAgain();
}

/** Whether students are asked to say who they are. */
export function askNames(ask: boolean): void {
  set({ namesAsked: ask });
  joined?.leading?.askNames(ask);
}

// --- whoever follows --------------------------------------------------------------------------------

function heardClass(state: ClassRun, dropped: number): void {
  const of = joined;
  if (of === null) return;
  of.follower.hear(state);
  set({ hasRun: state.run !== null });
  if (of.leading !== undefined) return;
  set({ namesAsked: state.names, ended: state.ended, dropped });
  if (state.run !== null) holdControls();
  if (state.ended) goOwnWay();
}

/** The class's run again; what was done alone stays as a branch. */
export async function followAgain(): Promise<void> {
  const of = joined;
  if (of === null || classStore.getState().ended) return;
  if (pageStore.getState().inClass !== "follows") lockBefore = pageStore.getState().lock;
  pageStore.stage({ inClass: "follows" });
  if (classStore.getState().hasRun) holdControls();
  await of.follower.follow();
  of.seat?.tellHere();
}

/** Who waits for the class to begin does as they please until then. */
function holdControls(): void {
  if (pageStore.getState().inClass !== "follows") return;
  if (pageStore.getState().lock === "none") pageStore.stage({ lock: "controls" });
  following.begin(goOwnWay);
}

/** The run is the person's own from here on; the class goes on without it. */
export function goOwnWay(): void {
  if (pageStore.getState().inClass !== "follows") return;
  following.end();
  joined?.follower.leave();
  stage("own");
  joined?.seat?.tellHere();
}

/** Stands still where the class is, to try something. */
export function letMeTry(): void {
  sim.pause();
  goOwnWay();
}

export function sayName(name: string): void {
  set({ name: name.trim().slice(0, NAME_LENGTH_MAX) });
  if (joined !== null) keepName(joined.wire.code, classStore.getState().name, storage);
  joined?.seat?.tellHere();
}

function stage(inClass: InClass): void {
  const { inClass: before } = pageStore.getState();
  pageStore.stage({ inClass, ...(before === "follows" ? { lock: lockBefore } : {}) });
}
