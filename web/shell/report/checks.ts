/** The reports that are checked, as data, by workers of their own. It outlives the dialog. */

import { createStore } from "zustand/vanilla";
import { ENGINE_BUILD } from "@/engine/build";
import type { Lesson } from "@/engine/types";
import { t } from "@/language/words";
import { fetchLesson } from "@/lessons/catalog";
import { type Fetched, FetchedOnce } from "@/model/fetched";
import { type Alike, alikeReports, type Print, printsOf } from "@/model/report/alike";
import { REPORT_BYTES_MAX, readReport } from "@/model/report/file";
import type { LabReport, RecordedRun } from "@/model/report/report";
import { writeShareFile } from "@/model/share/file";
import { DIGEST_DIGITS, type Share } from "@/model/share/share";
import { formatBytes } from "@/model/units";
import { fetchChallenge } from "@/session/challenges";
import { fetchScenario } from "@/session/scenarios";
import { reasonOf } from "@/session/sideRun";
import { makeLink, sim } from "@/session/simClient";
import { type ReviewDeps, type Reviewed, reviewedReport } from "./reviewed";

/** A school class several times over. */
export const FILES_MAX = 300;
const WORKERS_MAX = 4;
/** A run that is made to take for ever is given up. */
const PATIENCE_MS = 60_000;

export interface Check {
  id: number;
  /** With its folder, where it has one. */
  file: string;
  name: string;
  title: string;
  /** waiting, or being checked; told: what was found; none: it is no report, or was not checked. */
  state: "waiting" | "told" | "none";
  found: Reviewed | null;
  /** Other reports with the same actions at the same instants, by their ids. */
  alike: readonly Alike<number>[];
  reason: string;
}

interface ChecksState {
  checks: readonly Check[];
  /** Files that were not taken, because there were too many. */
  untaken: number;
  /** The token of the assignment that all are checked against; "": what each says of itself. */
  assignment: string;
}

export const checksStore = createStore<ChecksState>(() => ({
  checks: [],
  untaken: 0,
  assignment: "",
}));

/** The files themselves; what is in them is read again for whoever opens a run. */
const files = new Map<number, File>();
let lastId = 0;
/** Counts the times that all work was ended. */
let turn = 0;
let working = 0;
/** Read once for all reports of it. */
const lessons = new FetchedOnce<Lesson>(readLesson);

export function isChecking({ checks }: ChecksState): boolean {
  return checks.some(({ state }) => state === "waiting");
}

export function addFiles(added: readonly File[]): void {
  const { checks, untaken } = checksStore.getState();
  const taken = added.slice(0, Math.max(0, FILES_MAX - checks.length));
  const fresh = taken.map((file): Check => {
    lastId += 1;
    files.set(lastId, file);
    const path = file.webkitRelativePath === "" ? file.name : file.webkitRelativePath;
    const nothing = { name: "", title: "", found: null, alike: [], reason: "" };
    return { id: lastId, file: path, state: "waiting", ...nothing };
  });
  const left = untaken + added.length - taken.length;
  checksStore.setState({ checks: [...checks, ...fresh], untaken: left });
  workAll();
}

function workAll(): void {
  const most = Math.min(WORKERS_MAX, Math.max(1, navigator.hardwareConcurrency - 1));
  while (working < most && working < checksStore.getState().checks.length) void work(turn);
}

/** All are checked anew against an assignment, by its link or its token; "": against none. */
export function checkAgainst(assignment: string): void {
  turn += 1;
  working = 0;
  taken.clear();
  const checks = checksStore.getState().checks.map((check): Check => {
    return { ...check, state: "waiting", found: null, reason: "" };
  });
  checksStore.setState({ checks, assignment });
  workAll();
}

/** What was told stays; the rest is not checked. */
export function stopChecking(): void {
  turn += 1;
  working = 0;
  const checks = checksStore.getState().checks.map((check): Check => {
    if (check.state !== "waiting") return check;
    return { ...check, state: "none", reason: t("Not checked: it was ended by hand.") };
  });
  checksStore.setState({ checks });
}

export function clearChecks(): void {
  stopChecking();
  files.clear();
  prints.clear();
  lessons.forget();
  checksStore.setState({ checks: [], untaken: 0 });
}

/** Shows a run in the page: that of the report, or of a goal by its step. False: it was refused. */
export async function openReported(id: number, step: string | null): Promise<boolean> {
  const read = await readFile(id);
  if (!read.ok) {
    sim.notify(read.message, true);
    return false;
  }
  const { run, lesson } = read.value.report;
  const met = lesson?.steps.find((one) => one.id === step)?.run;
  return sim.openShareFile(writeShareFile(shareOfRun(step === null ? run : (met ?? run))));
}

function shareOfRun({ scenario, variant, seed, actions, us, digest }: RecordedRun): Share {
  return {
    ...{ scenario, variant, seed, actions, at_us: us, furthest_us: us, event: null },
    digest: digest.slice(0, DIGEST_DIGITS),
    ...{ range: null, view: "", select: "", lesson: null, bookmarks: [], expects: [] },
  };
}

/** One report after the other, until there is none. */
async function work(mine: number): Promise<void> {
  working += 1;
  for (let next = take(); next !== undefined; next = take()) {
    const { id } = next;
    const checked = await check(id, () => turn === mine);
    if (turn !== mine) return;
    taken.delete(id);
    const checks = checksStore.getState().checks;
    checksStore.setState({
      checks: withAlike(checks.map((one) => (one.id === id ? { ...one, ...checked } : one))),
    });
  }
  working -= 1;
}

/** Each is compared with all that were read before it. */
function withAlike(checks: readonly Check[]): Check[] {
  const alike = alikeReports([...prints]);
  return checks.map((check) => ({ ...check, alike: alike.get(check.id) ?? [] }));
}

const taken = new Set<number>();
/** Of what was read, to be compared with one another. */
const prints = new Map<number, readonly Print[]>();

/** The next one that nobody checks yet. */
function take(): Check | undefined {
  const { checks } = checksStore.getState();
  const next = checks.find(({ id, state }) => state === "waiting" && !taken.has(id));
  if (next !== undefined) taken.add(next.id);
  return next;
}

async function check(id: number, isStill: () => boolean): Promise<Partial<Check>> {
  const read = await readFile(id);
  if (!read.ok) return { state: "none", reason: read.message };
  const { report, html } = read.value;
  const { name, title } = report;
  if (isStill()) prints.set(id, printsOf(report));
  const about = { name, title };
  const untilMs = performance.now() + PATIENCE_MS;
  const deps: ReviewDeps = {
    makeLink,
    isWanted: () => isStill() && performance.now() < untilMs,
    scenario: fetchScenario,
    lesson: (id) => lessons.of(id),
    challenge: fetchChallenge,
    assignment: checksStore.getState().assignment,
    build: ENGINE_BUILD,
  };
  try {
    return { ...about, state: "told", found: await reviewedReport(deps, report, html) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...about, state: "none", reason };
  }
}

interface ReadFile {
  report: LabReport;
  html: string;
}

async function readFile(id: number): Promise<Fetched<ReadFile>> {
  const file = files.get(id);
  if (file === undefined) return { ok: false, message: t("The file is no longer there.") };
  if (file.size > REPORT_BYTES_MAX) {
    const [is, most] = [formatBytes(file.size), formatBytes(REPORT_BYTES_MAX)];
    return {
      ok: false,
      message: t("The file has {is}; a report has at most {most}.", { is, most }),
    };
  }
  try {
    const html = await file.text();
    const read = readReport(html);
    return read.ok ? { ok: true, value: { report: read.value, html } } : read;
  } catch {
    return { ok: false, message: t("The file could not be read.") };
  }
}

async function readLesson(id: string): Promise<Fetched<Lesson>> {
  const text = await fetchLesson(id);
  if (!text.ok) return text;
  const link = makeLink();
  const asked = link.send({ type: "lesson", text: text.value });
  const reply = await asked.finally(() => link.close(t("The lesson is read.")));
  if (reply.type === "lesson") return { ok: true, value: reply.lesson };
  return { ok: false, message: reasonOf(reply) };
}
