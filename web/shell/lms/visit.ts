/** A learning platform opened the page: an earlier visit is taken up, and what is done reported. */

import { challengeStore, type Played } from "@/challenges/challengeStore";
import { msg, t } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import { type LessonState, stageOf, stepOf } from "@/lessons/machine";
import { saveProgress } from "@/lessons/progress";
import { visitStorage } from "@/lessons/visitStorage";
import { readCmi5Launch } from "@/model/lms/cmi5";
import { LAUNCH_PARTS, readLaunch } from "@/model/lms/launch";
import {
  type LmsContent,
  type LmsRecord,
  readRecord,
  type StepRecord,
  withStars,
  withSteps,
} from "@/model/lms/record";
import { type LmsReport, reportOf } from "@/model/lms/report";
import { challengeIn } from "@/session/challenges";
import { keepNothing } from "@/session/keep/storage";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { ownPlace } from "../address";
import type { Address, AddressProblem, LmsKind } from "../addressTypes";
import { Cmi5Wire } from "./cmi5Wire";
import { API_12, API_2004, findApi, type Scorm12Api, ScormWire } from "./scormWire";
import type { Wire } from "./wire";
import { XapiWire } from "./xapiWire";

const NOT_REPORTED = msg("Nothing is reported.");

/** What the address asks for, at the step where an earlier visit ended. */
export async function beginVisit(asked: Address): Promise<Address> {
  // Whoever sits here next is another learner: the platform keeps what is kept.
  keepNothing();
  const challenge = asked.lesson === null ? challengeIn(asked.scenario ?? "") : null;
  const wire = asked.lms === null ? null : wireOf(asked.lms);
  if (wire === null || (asked.lesson === null && challenge === null))
    return { ...asked, problems: [...asked.problems, problemOf(asked, wire)] };
  const { kept, place } = await wire.begin();
  const record = readRecord(kept);
  const left = record.place || place;
  if (challenge !== null) followChallenge(challenge, new Reporting(wire, record));
  if (asked.lesson === null) return asked;
  takeUp(asked.lesson, left, record);
  followLesson(asked.lesson, new Reporting(wire, { ...record, place: left }));
  return { ...asked, step: asked.step ?? (left === "" ? null : left) };
}

function wireOf(kind: LmsKind): Wire | null {
  if (kind === "scorm") {
    const api = findApi(window);
    return api === null ? null : ScormWire.of2004(api, refused);
  }
  if (kind === "scorm12") {
    const api = findApi<Scorm12Api>(window, API_12);
    return api === null ? null : ScormWire.of12(api, refused);
  }
  const deps = {
    fetch: (address: string, init: RequestInit) => fetch(address, init),
    nowMs: () => Date.now(),
    makeId: () => crypto.randomUUID(),
    refused,
  };
  if (kind === "cmi5") {
    const asked = readCmi5Launch(launched(), location.href);
    return asked === null ? null : new Cmi5Wire(asked, deps);
  }
  const read = readLaunch(launched(), location.href);
  return read === null ? null : new XapiWire(read.launch, read.to, deps);
}

/**
 * The launch leaves the address bar, where it could be copied with the key to the store; a reload
 * finds it in the tab's history.
 */
function launched(): string {
  const { search } = ownPlace();
  const asked = new URLSearchParams(search);
  if (!asked.has("endpoint")) return String(history.state?.launch ?? "");
  for (const part of LAUNCH_PARTS) asked.delete(part);
  history.replaceState({ launch: search }, "", `${location.pathname}?${asked}${location.hash}`);
  return search;
}

/** What a launch of each kind has. */
const NEEDED: Record<LmsKind, string> = {
  scorm: API_2004,
  scorm12: API_12,
  xapi: "endpoint, actor, activity_id",
  cmi5: "endpoint, fetch, actor, registration, activityId",
};

function problemOf({ lms, lesson }: Address, wire: Wire | null): AddressProblem {
  const found = lms ?? "";
  const needed = NEEDED[lms ?? "xapi"];
  const what = "lesson, scenario=challenge.…";
  const expected = wire === null ? needed : lesson === null ? what : "";
  return { where: "lms", found, expected, instead: NOT_REPORTED };
}

/** The player finds what was done as it finds what a browser kept. */
function takeUp(id: string, step: string, { steps }: LmsRecord): void {
  const known = Object.entries(steps).map(([name, { answer, done }]) => [name, { answer, done }]);
  saveProgress(() => visitStorage, {
    [id]: { step, done: false, steps: Object.fromEntries(known) },
  });
}

function followLesson(id: string, reporting: Reporting): void {
  const answering = new Answering(() => ({ nowMs: performance.now(), atMs: Date.now() }));
  const look = (): void => {
    const { play } = lessonStore.getState();
    if (play?.id !== id) return;
    reporting.now(contentOfLesson(play), answering.seen(play, reporting.record));
  };
  lessonStore.subscribe(look);
}

function followChallenge(id: string, reporting: Reporting): void {
  challengeStore.subscribe(({ play, ended }) => {
    if (play?.id !== id) return;
    const { record } = reporting;
    const isOwn = ended?.isOwn === true;
    const { solved = false, stars = 0 } = ended?.run.score ?? {};
    const next = isOwn ? withStars(record, solved ? stars : 0) : record;
    reporting.now(contentOfChallenge(play), next);
  });
}

function contentOfLesson({ id, lesson }: LessonState): LmsContent {
  const steps = lesson.steps.map((step) => ({
    id: step.id,
    title: step.title,
    question:
      step.predict === null ? null : { text: step.predict.question, answers: step.predict.answers },
    hasGoal: step.do !== null,
  }));
  return { kind: "lesson", id, title: lesson.title, steps };
}

function contentOfChallenge({ id, challenge }: Played): LmsContent {
  return { kind: "challenge", id, title: challenge.title, steps: [] };
}

/** `nowMs` counts evenly; `atMs` is the calendar's. */
type Clock = () => { nowMs: number; atMs: number };

class Answering {
  private readonly clock: Clock;
  private readonly askedMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The record, with what is answered and done by now. */
  seen(play: LessonState, before: LmsRecord): LmsRecord {
    const { nowMs, atMs } = this.clock();
    const present = stepOf(play).id;
    if (stageOf(play) === "predict" && !this.askedMs.has(present)) this.askedMs.set(present, nowMs);
    const steps: Record<string, StepRecord> = {};
    for (const [place, { answer, done }] of play.steps.entries()) {
      const id = play.lesson.steps[place]?.id;
      if (id === undefined || (answer === null && !done)) continue;
      const asked = this.askedMs.get(id);
      const answered = asked === undefined ? {} : { answered: { atMs, latencyMs: nowMs - asked } };
      steps[id] = { answer, done, ...(answer === null ? {} : answered) };
    }
    return withSteps(before, present, steps);
  }
}

let isTold = false;

/** What the launch asked for is there, and its run. */
function stands(): boolean {
  const { play, preparing } = lessonStore.getState();
  const isOpen = play !== null || challengeStore.getState().play !== null;
  return isOpen && !preparing && simStore.getState().world !== null;
}

function refused(why: string): void {
  if (isTold) return;
  isTold = true;
  const stops: (() => void)[] = [];
  let isOver = false;
  const tell = (): void => {
    if (isOver || !stands()) return;
    isOver = true;
    for (const stop of stops) stop();
    sim.notify(t("The learning platform did not take a report: {why}", { why }), true);
  };
  // Whatever is being done at this moment comes first.
  const later = (): void => void setTimeout(tell);
  stops.push(lessonStore.subscribe(later), challengeStore.subscribe(later));
  stops.push(simStore.subscribe(later));
  later();
}

class Reporting {
  /** As it was reported last. */
  record: LmsRecord;
  private readonly wire: Wire;
  private readonly beganMs = performance.now();
  private last: LmsReport | null = null;
  private isOver = false;

  constructor(wire: Wire, record: LmsRecord) {
    this.wire = wire;
    this.record = record;
    window.addEventListener("pagehide", () => this.end());
  }

  now(content: LmsContent, record: LmsRecord): void {
    const isSame = JSON.stringify(record) === JSON.stringify(this.record);
    if (this.isOver || (this.last !== null && isSame)) return;
    const next = reportOf(content, record, this.sessionMs);
    // What an earlier visit left comes first: it is nothing new.
    const before = this.last ?? reportOf(content, this.record, 0);
    if (this.last === null) this.wire.report(null, before);
    if (!isSame) this.wire.report(before, next);
    this.last = next;
    this.record = record;
  }

  private end(): void {
    if (this.isOver || this.last === null) return;
    this.isOver = true;
    this.wire.end({ ...this.last, sessionMs: this.sessionMs });
  }

  private get sessionMs(): number {
    return performance.now() - this.beganMs;
  }
}
