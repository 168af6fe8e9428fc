/** Does what the embedding page asks, and answers with a value or an error for people. */

import type { Branch, Run } from "@/engine/embed";
import type { Action } from "@/engine/types";
import type { Fetched } from "@/model/fetched";
import { formatInstant } from "@/model/units";
import { settledBranches } from "@/session/branches";
import { writeReplay } from "@/session/lensClient";
import type { PageState } from "@/session/pageState";
import { besidePage, pageStore } from "@/session/pageStore";
import { fetchScenarioList } from "@/session/scenarioList";
import { logOf, type ScenarioSource, sourceName } from "@/session/session";
import { sim } from "@/session/simClient";
import type { SimState } from "@/session/simState";
import { simStore } from "@/session/simStore";
import { MINOR, type Request, VERSION } from "./protocol";

type RequestOf<K extends Request["do"]> = Extract<Request, { do: K }>;

/** Everything but subscriptions. */
export async function handle(request: Exclude<Request, { do: "events" }>): Promise<unknown> {
  switch (request.do) {
    case "load":
      return load(request);
    case "play":
      return play(request);
    case "pause":
      await sim.standStill();
      return shownRun();
    case "seek":
      return seek(request.us);
    case "advance":
      runs();
      await sim.advanceTo(request.us);
      return shownRun();
    case "step":
      return step(request);
    case "act":
      return act(request);
    case "select":
      return select(request);
    case "show":
      return show(request);
    case "branch":
      return branch(request);
    case "remove":
      return removeBranch(request);
    case "query":
      return query(request);
  }
}

async function load(asked: RequestOf<"load">): Promise<unknown> {
  const { variant, seed, us, play: shallPlay = false } = asked;
  sim.dismissRejected();
  await sim.open(sourceOf(asked), {
    play: false,
    ...(variant === undefined ? {} : { variant }),
    ...(seed === undefined ? {} : { seed }),
  });
  const { rejected } = pageStore.getState();
  if (rejected !== null) {
    sim.dismissRejected();
    throw new Error(rejected.message);
  }
  if (us !== undefined) await seek(us);
  if (shallPlay) sim.play();
  return shownRun();
}

function sourceOf({ scenario, text }: RequestOf<"load">): ScenarioSource {
  if (text === undefined && scenario !== undefined) return { kind: "builtin", id: scenario };
  if (text !== undefined && scenario === undefined) {
    return { kind: "file", name: "the embedding page’s scenario", text };
  }
  throw new Error("load: expected either scenario (an id) or text (a scenario file), not both.");
}

function play({ speed }: RequestOf<"play">): unknown {
  runs();
  if (speed !== undefined) sim.setSpeed(speed);
  sim.play();
  return shownRun();
}

async function seek(us: number): Promise<unknown> {
  const { world, furthestUs } = runs();
  const endUs = Math.max(world.duration_us, furthestUs);
  if (us > endUs)
    throw new Error(`us: found ${us}, expected 0 to ${endUs} (${formatInstant(endUs)}).`);
  await sim.seek(us);
  return shownRun();
}

/** One event, forward or back. */
async function step({ by = 1 }: RequestOf<"step">): Promise<unknown> {
  runs();
  await (by === 1 ? sim.step() : sim.back());
  return shownRun();
}

/** Not by hand: a lock keeps things from the reader, not from the page around it. */
async function act({ action }: RequestOf<"act">): Promise<unknown> {
  runs();
  // The engine reads it as it reads a file's, and says what is wrong with it.
  const refusal = await sim.actAgain(action as Action);
  if (refusal !== null) throw new Error(refusal);
  return shownRun();
}

function select({ target }: RequestOf<"select">): unknown {
  runs();
  void sim.select(target);
  return shownRun();
}

/** The range whose replicas the map shows. */
function show({ range }: RequestOf<"show">): unknown {
  const known = runs().world.ranges.map(({ id }) => id);
  if (!known.includes(range)) throw new Error(`range: found ${range}, no range of this run.`);
  sim.setRange(range);
  return shownRun();
}

async function branch({ branch: id }: RequestOf<"branch">): Promise<unknown> {
  mustBeBranch(id);
  await sim.switchBranch(id);
  return shownRun();
}

/** For good; the present one stays. */
async function removeBranch({ branch: id }: RequestOf<"remove">): Promise<unknown> {
  mustBeBranch(id);
  await sim.removeBranch(id);
  return shownRun();
}

function mustBeBranch(id: number): void {
  const known = runs().session?.branches.map((one) => one.id) ?? [];
  if (known.includes(id)) return;
  throw new Error(`branch: found ${id}, expected one of ${known.join(", ")}.`);
}

async function query({ what, beside = false }: RequestOf<"query">): Promise<unknown> {
  if (what === "run" && !beside) return shownRun();
  const state = beside ? besides() : runs();
  switch (what) {
    case "run":
      return runOf(state, besidePage.getState());
    case "told":
      return state.notables.map(({ at_us, text }) => ({ us: at_us, text }));
    case "report":
      return JSON.parse(orThrow(await sim.report()));
    case "scenarios": {
      const list = await fetchScenarioList();
      if (!list.ok) throw new Error(list.message);
      return list.value.map(({ id }) => id);
    }
    case "world":
      return state.world;
    case "frame":
      return state.frame;
    case "expectations":
      return expectations(state);
    case "checkpoints":
      return orThrow(await sim.checkpoints());
    case "branches":
      return branchesOf(state);
    case "replay": {
      const { session, frame } = state;
      return session === null ? "" : writeReplay(session, frame?.now_us ?? 0);
    }
    case "memory":
      return state.memory;
  }
}

function orThrow<T>(fetched: Fetched<T>): T {
  if (fetched.ok) return fetched.value;
  throw new Error(fetched.message);
}

/** Of the whole run; other variants that they speak of are run to their ends for it. */
async function expectations({ session, world, frame }: SimState): Promise<unknown> {
  if (session === null || world === null || frame === null) return [];
  const endUs = world.duration_us;
  if (frame.now_us !== endUs) {
    const here = formatInstant(frame.now_us);
    throw new Error(
      `The run stands at ${here}; expectations are judged at ${formatInstant(endUs)}.`,
    );
  }
  const end = await sim.endOfRun(session, endUs, () => true);
  if (end === undefined) throw new Error("This is a different run now.");
  if (!end.ok) throw new Error(end.message);
  const { missing, verdicts } = end.value;
  if (missing.length === 0) return verdicts;
  const others = missing.join(", ");
  throw new Error(`Somebody acted in this run; its expectations speak of ${others} too.`);
}

function branchesOf({ session, furthestUs }: SimState): { branches: Branch[]; current: number } {
  if (session === null) return { branches: [], current: -1 };
  return { branches: settledBranches(session, furthestUs), current: session.current };
}

/** What runs; refuses where nothing does. */
function runs(): SimState & { world: NonNullable<SimState["world"]> } {
  const state = simStore.getState();
  const { world, phase, problem } = state;
  if (phase === "ready" && world !== null) return { ...state, world };
  throw new Error(problem?.text ?? "Nothing runs yet.");
}

function besides(): SimState {
  const beside = pageStore.getState().beside?.store.getState();
  if (beside === undefined) throw new Error("No run stands beside the first one.");
  return beside;
}

export function shownRun(): Run {
  return runOf(simStore.getState(), pageStore.getState());
}

function runOf(state: SimState, { beside, selection }: PageState): Run {
  const { session, world, frame, furthestUs, playing, speed, phase } = state;
  return {
    phase,
    scenario: session === null ? null : sourceName(session.source),
    title: world?.title ?? null,
    variant: world?.variant ?? null,
    seed: session?.seed ?? null,
    us: frame?.now_us ?? 0,
    furthest_us: furthestUs,
    duration_us: world?.duration_us ?? 0,
    events: frame?.events ?? 0,
    digest: frame?.digest ?? "",
    playing,
    speed,
    version: `${VERSION}.${MINOR}`,
    actions: logOf(session).length,
    beside_us: beside?.store.getState().frame?.now_us ?? null,
    selection,
  };
}
