/**
 * The class of this page: one at a time, led or followed. Joins it, holds its parts together, and is
 * what the page's class bar and dialog do. Fetched when a class begins. Must not know React.
 */

import { t } from "@/language/words";
import { pageStore } from "@/session/pageStore";
import { lessons } from "@/session/provided";
import { fetchScenario } from "@/session/scenarios";
import { following, sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import type { InClass, Lock } from "@/session/stage";
import { answersOf } from "./answering";
import { RateBound, withAnswer, withHere, withoutSilent } from "./answers";
import type { ClassRun } from "./classRun";
import { classStore, NO_CLASS } from "./classStore";
import { Follower } from "./follower";
import { Hearing } from "./hearing";
import { studentIdIn } from "./identity";
import { type ClassPlace, classFragment, socketOf } from "./place";
import {
  type Answered,
  isStudentId,
  NAME_LENGTH_MAX,
  newStudentId,
  readAnswered,
  readHere,
  subjectsOf,
} from "./protocol";
import { Saying } from "./saying";
import { Teaching } from "./teaching";
import { type Heard, Wire } from "./wire";

/** How often a student says that they are there. */
const HERE_MS = 8_000;
/** More than this in one page is nobody's: each question and goal is answered once. */
const ANSWERS_SENT_MAX = 200;

const wallMs = (): number => performance.now();
const later = (callback: () => void, ms: number): void => void setTimeout(callback, ms);
const set = classStore.setState;

interface Joined {
  wire: Wire;
  teaching?: Teaching;
  saying?: Saying;
  follower?: Follower;
  hearing?: Hearing;
  unsubscribe(): void;
}

let joined: Joined | null = null;
/** Counts the classes: what was asked of one that was left comes to nothing. */
let turn = 0;
/** What was locked before the class was followed. */
let lockBefore: Lock = "none";

/** Whether the page shows the class's run now. False: it could not be joined, or has no run yet. */
export async function joinClass(place: ClassPlace): Promise<boolean> {
  await leaveClass();
  turn += 1;
  const mine = turn;
  const { code, token } = place;
  const link = location.origin + location.pathname;
  set({ ...NO_CLASS, code, link: `${link}#${classFragment({ code, token: null })}` });
  stage(token === null ? "own" : "leads");
  try {
    const address = socketOf(location.href);
    const changed = (isThere: boolean): void => {
      if (turn === mine) serverChanged(isThere);
    };
    const seat = studentIdIn(code, () => sessionStorage);
    const wire = await Wire.open({ address, code, token, seat, changed });
    return await enter(wire, token !== null, mine);
  } catch (error) {
    if (turn === mine) set({ trouble: whyNot(error), isThere: false });
    return false;
  }
}

/** The wire stays open only where the class was entered; who left meanwhile finds nothing of it. */
async function enter(wire: Wire, leads: boolean, mine: number): Promise<boolean> {
  try {
    if (turn === mine) {
      set({ isThere: true });
      return leads ? await leadBy(wire, mine) : await followBy(wire, mine);
    }
  } catch (error) {
    if (joined?.wire === wire) forget();
    await wire.close();
    throw error;
  }
  await wire.close();
  return false;
}

/** What was joined is not led or followed any more; its wire is the caller's to close. */
function forget(): void {
  following.end();
  joined?.unsubscribe();
  joined?.follower?.leave();
  joined = null;
}

function whyNot(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/authori[sz]ation/i.test(text))
    return t("The class does not know this link: ask for a new one.");
  return t("No class answers at this address. It may not have begun, or has ended.");
}

function serverChanged(isThere: boolean): void {
  set({ isThere });
  if (!isThere) return;
  void joined?.hearing?.catchUp();
  // What cannot be fetched now is fetched when the server is next back.
  if (joined?.teaching !== undefined) void fetchAnswers(joined.wire).catch(() => undefined);
}

/** Nothing of it goes on here; its run stays on the page. */
export async function leaveClass(): Promise<void> {
  turn += 1;
  const left = joined;
  if (pageStore.getState().inClass !== "none") stage("none");
  set(NO_CLASS);
  forget();
  if (left === null) return;
  if (left.hearing !== undefined) tellHere(left, true);
  left.teaching?.end();
  // What is being said shall be heard; a server that is gone is not waited for.
  await Promise.race([left.saying?.settled(), new Promise<void>((done) => later(done, 1_000))]);
  await left.wire.close();
}

// --- the teacher ------------------------------------------------------------------------------------

async function leadBy(wire: Wire, mine: number): Promise<false> {
  await wire.prepare();
  if (turn !== mine) {
    await wire.close();
    return false;
  }
  const saying = new Saying(wire, {
    later,
    nonce: newStudentId().slice(0, 8),
    refused: (why) => sim.notify(why, true),
    lacking: () => teaching.sayAgain(),
  });
  const deps = { run: simStore, page: pageStore, saying, wallMs, later };
  const teaching: Teaching = new Teaching(deps);
  const bound = new RateBound();
  const subjects = subjectsOf(wire.code);
  wire.hear(subjects.kept("*"), (one) => heardAnswer(one, bound));
  wire.hear(subjects.present("*"), (one) => heardHere(one, bound));
  joined = { wire, saying, teaching, unsubscribe: () => {} };
  await fetchAnswers(wire);
  if (turn !== mine) return false;
  teaching.begin();
  countPresent(mine);
  return false;
}

/** All that were stored: what is known already changes nothing. */
async function fetchAnswers(wire: Wire): Promise<void> {
  for (const one of await wire.fetch("answers", 1)) takeAnswer(one);
}

function heardAnswer(one: Heard, bound: RateBound): void {
  if (bound.take(idOf(one), wallMs())) takeAnswer(one);
  else drop();
}

function takeAnswer(one: Heard): void {
  const said = readAnswered(one.text);
  const id = idOf(one);
  if (said === undefined || !isStudentId(id)) drop();
  else set(({ answers }) => ({ answers: withAnswer(answers, id, said) }));
}

function heardHere(one: Heard, bound: RateBound): void {
  const here = readHere(one.text);
  const id = idOf(one);
  if (here === undefined || !isStudentId(id) || !bound.take(`here ${id}`, wallMs())) drop();
  else set(({ answers }) => ({ answers: withHere(answers, id, here, wallMs()) }));
}

function idOf({ subject }: Heard): string {
  return subject.slice(subject.lastIndexOf(".") + 1);
}

function drop(): void {
  set(({ dropped }) => ({ dropped: dropped + 1 }));
}

function countPresent(mine: number): void {
  if (turn !== mine) return;
  set(({ answers }) => ({ answers: withoutSilent(answers, wallMs()) }));
  later(() => countPresent(mine), HERE_MS);
}

/** Whether students are asked to say who they are. */
export function askNames(ask: boolean): void {
  set({ namesAsked: ask });
  joined?.teaching?.askNames(ask);
}

// --- a student --------------------------------------------------------------------------------------

async function followBy(wire: Wire, mine: number): Promise<boolean> {
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
      if (isNews) tellHere(joined);
    },
    troubled: (trouble) => set({ trouble }),
  });
  const hearing: Hearing = new Hearing(wire, {
    changed: (state) => heardClass(state, follower, hearing),
  });
  joined = { wire, follower, hearing, unsubscribe: answersOf(answer) };
  await hearing.begin();
  if (turn !== mine) return false;
  await followAgain();
  sayHere(mine);
  return simStore.getState().session !== null;
}

function heardClass(state: ClassRun, follower: Follower, hearing: Hearing): void {
  const { dropped } = hearing;
  set({ hasRun: state.run !== null, namesAsked: state.names, ended: state.ended, dropped });
  if (state.run !== null) holdControls();
  follower.hear(state);
  if (state.ended) goOwnWay();
}

/** The class's run again; what was done alone stays as a branch. */
export async function followAgain(): Promise<void> {
  const follower = joined?.follower;
  if (follower === undefined || classStore.getState().ended) return;
  if (pageStore.getState().inClass !== "follows") lockBefore = pageStore.getState().lock;
  pageStore.stage({ inClass: "follows" });
  if (classStore.getState().hasRun) holdControls();
  await follower.follow();
  tellHere(joined);
}

/** Who waits for the class to begin does as they please until then. */
function holdControls(): void {
  if (pageStore.getState().inClass !== "follows") return;
  if (pageStore.getState().lock === "none") pageStore.stage({ lock: "controls" });
  following.begin(goOwnWay);
}

/** The run is the student's own from here on; the class goes on without it. */
export function goOwnWay(): void {
  if (pageStore.getState().inClass !== "follows") return;
  following.end();
  joined?.follower?.leave();
  stage("own");
  tellHere(joined);
}

/** Stands still where the class is, to try something. */
export function letMeTry(): void {
  sim.pause();
  goOwnWay();
}

export function sayName(name: string): void {
  set({ name: name.trim().slice(0, NAME_LENGTH_MAX) });
  tellHere(joined);
}

function stage(inClass: InClass): void {
  const { inClass: before } = pageStore.getState();
  pageStore.stage({ inClass, ...(before === "follows" ? { lock: lockBefore } : {}) });
}

function sayHere(mine: number): void {
  if (turn !== mine) return;
  tellHere(joined);
  later(() => sayHere(mine), HERE_MS);
}

function tellHere(of: Joined | null, gone = false): void {
  if (of?.hearing === undefined) return;
  const { same, name } = classStore.getState();
  const follows = pageStore.getState().inClass === "follows";
  const here = { follows, same, name, ...(gone ? { gone } : {}) };
  of.wire.tell(subjectsOf(of.wire.code).here(of.wire.seat), JSON.stringify(here));
}

let answersSent = 0;

function answer(said: Answered): void {
  const of = joined;
  if (of === null || answersSent >= ANSWERS_SENT_MAX) return;
  answersSent += 1;
  void sendAnswer(of, said, turn);
}

/** Until the server has it: a question is answered once. */
async function sendAnswer(of: Joined, said: Answered, mine: number): Promise<void> {
  try {
    await of.wire.answer(JSON.stringify(said));
  } catch {
    if (turn === mine) later(() => void sendAnswer(of, said, mine), 2_000);
  }
}
