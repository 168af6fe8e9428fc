/** Advice in the page: the form, what is wrong with it, the runs that try it, and the answer. */

import { createStore } from "zustand/vanilla";
import type { AdviceAnswer, AdvicePlan, AdviceProblem, AdviceReport, Advised } from "@/engine/lens";
import { startLensWorker } from "@/engine/workers";
import { msg, t } from "@/language/words";
import { clauses } from "@/language/written";
import { type Draft, textOf } from "@/model/advice/form";
import { fileAtPoint } from "../lensClient";
import { sim } from "../simClient";
import { type Same, watchEnd } from "../sweeps/watchEnd";
import { jobsOf, LensWorker, pagePool, runAll } from "./pool";

/** Forms that come with the page, by the names of their files. */
export const PRESETS = [
  { file: "three-zones", label: msg("Three zones of one region") },
  { file: "three-cities", label: msg("Three cities") },
  { file: "five-regions", label: msg("Five regions") },
] as const;
export type Preset = (typeof PRESETS)[number]["file"];

/** A form has no more, by far. */
const FORM_BYTES_MAX = 1_000_000;

export interface AdviceState {
  form: Draft | null;
  /** What is to be run for it; null while something is wrong. */
  plan: AdvicePlan | null;
  problems: readonly AdviceProblem[];
  /** Runs that are done, and how many there are; null while nothing runs. */
  under: { done: number; of: number } | null;
  /** What the runs tell, and what they were of. */
  answered: { answer: AdviceAnswer; plan: AdvicePlan } | null;
  /** Why a form could not be opened or run; "" = there is no reason. */
  failure: string;
  /** The run that was opened last, and whether it ended as its row says. */
  opened: { title: string; seed: number; same: Same } | null;
}

export const adviceStore = createStore<AdviceState>(() => ({
  form: null,
  plan: null,
  problems: [],
  under: null,
  answered: null,
  failure: "",
  opened: null,
}));

/** Asked about forms; one at a time, and the last that was typed counts. */
let planner: LensWorker | null = null;
let isAsking = false;
let wanted: Draft | null = null;

/** Forms are taken one after the other: what was asked for last stands, however long each takes. */
let taking: Promise<void> = Promise.resolve();

function inTurn(take: () => Promise<void>): Promise<void> {
  taking = taking.then(take).catch((error: unknown) => {
    adviceStore.setState({ failure: wordsOf(error) });
  });
  return taking;
}

export function takePreset(file: Preset): Promise<void> {
  return inTurn(() => fetchPreset(file));
}

/** There is a form to look at: a preset, where nobody has given one. */
export function ensureForm(): Promise<void> {
  return inTurn(fetchFirst);
}

export function openForm(file: File): Promise<void> {
  return inTurn(async () => {
    // What is wrong with the file is said beside a form.
    await fetchFirst();
    if (file.size > FORM_BYTES_MAX) {
      const failure = t("{name}: Found {size} bytes, expected {most} at most.", {
        name: file.name,
        size: file.size,
        most: FORM_BYTES_MAX,
      });
      adviceStore.setState({ failure });
      return;
    }
    await takeText(file.name, await file.text());
  });
}

async function fetchFirst(): Promise<void> {
  if (adviceStore.getState().form === null) await fetchPreset(PRESETS[1].file);
}

async function fetchPreset(file: Preset): Promise<void> {
  const address = `advice/${file}.json`;
  const answer = await fetch(address);
  if (!answer.ok)
    throw new Error(t("{address} answered {status}.", { address, status: answer.status }));
  await takeText(address, await answer.text());
}

/** A problem with its place before it. */
function atPlace(place: string, said: string): string {
  return t("{place}: {said}", { place, said });
}

async function takeText(name: string, text: string): Promise<void> {
  const advised = await askPlanner(text);
  if (advised === null) return;
  const { plan, problems } = advised;
  if (plan === null) {
    const lines = problems.map((one) => (one.path === "" ? one.text : atPlace(one.path, one.text)));
    adviceStore.setState({ failure: atPlace(name, clauses(lines)) });
    return;
  }
  wanted = null;
  adviceStore.setState({ form: plan.form, plan, problems: [], failure: "" });
}

/** Takes what is being typed; what is wrong with it is said as soon as the engine has looked. */
export function editForm(form: Draft): void {
  adviceStore.setState({ form, plan: null, failure: "" });
  wanted = form;
  if (!isAsking) void look();
}

async function look(): Promise<void> {
  isAsking = true;
  try {
    while (wanted !== null) {
      const form = wanted;
      wanted = null;
      const advised = await askPlanner(textOf(form));
      if (advised !== null && wanted === null && adviceStore.getState().form === form)
        adviceStore.setState({ plan: advised.plan, problems: advised.problems });
    }
  } catch (error) {
    adviceStore.setState({ failure: wordsOf(error) });
  } finally {
    isAsking = false;
  }
}

async function askPlanner(form: string): Promise<Advised | null> {
  planner ??= new LensWorker(startLensWorker());
  const reply = await planner.ask({ type: "advise", form });
  if (reply.type === "advised") return reply.advised;
  planner.end("");
  planner = null;
  adviceStore.setState({ failure: reply.type === "failed" ? reply.message : t("No plan came.") });
  return null;
}

let ending: AbortController | null = null;

/** Runs all that the form considers, and tells what came of it. */
export async function runAdvice(): Promise<void> {
  const { plan } = adviceStore.getState();
  if (plan === null || ending !== null) return;
  const own = new AbortController();
  ending = own;
  const of = jobsOf(plan).length;
  adviceStore.setState({ under: { done: 0, of }, answered: null, failure: "", opened: null });
  try {
    const onDone = (done: number): void => adviceStore.setState({ under: { done, of } });
    const reports = await runAll(plan, onDone, own.signal, pagePool());
    const answer = reports.length === 0 ? null : await answerOf(plan, reports);
    if (answer !== null) adviceStore.setState({ answered: { answer, plan } });
  } catch (error) {
    own.abort();
    adviceStore.setState({ failure: wordsOf(error) });
  } finally {
    ending = null;
    adviceStore.setState({ under: null });
  }
}

/** Ends the runs; what is there is told. */
export function cancelAdvice(): void {
  ending?.abort();
}

async function answerOf(plan: AdvicePlan, reports: AdviceReport[]): Promise<AdviceAnswer> {
  const asked = new LensWorker(startLensWorker());
  const reply = await asked.ask({ type: "advice", form: textOf(plan.form), reports });
  asked.end("");
  if (reply.type === "advice") return reply.answer;
  throw new Error(reply.type === "failed" ? reply.message : t("No answer came."));
}

/** Opens a run behind a row: the same file, the same seed. False: it was refused. */
export async function openRun(setting: number, seed: number): Promise<boolean> {
  const { answered } = adviceStore.getState();
  const row = answered?.answer.rows[setting];
  const set = answered?.plan.settings[setting]?.set;
  const run = row?.runs.find((one) => one.seed === seed);
  if (answered === null || row === undefined || set === undefined || run === undefined)
    return false;
  try {
    const { title } = row;
    const parts = { scenario: answered.plan.scenario, variant: "", seed, actions: [] };
    const text = await fileAtPoint(parts, set, title);
    const isOpen = await sim.open({ kind: "file", name: title, text }, { seed, play: false });
    if (!isOpen) return false;
    const opened = { title, seed };
    adviceStore.setState({ opened: { ...opened, same: "not yet" } });
    watchEnd(t("“{title}” with seed {seed}", { title, seed }), run.digest, (same) =>
      adviceStore.setState({ opened: { ...opened, same } }),
    );
    return true;
  } catch (error) {
    sim.notify(wordsOf(error), true);
    return false;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
