/**
 * Does what the embedding page asks, and says what came of it: a value, or an error whose message
 * is for people.
 * Must not know windows or who asked.
 */

import { formatInstant } from "@/lib/units";
import { fetchScenarioList } from "@/store/scenarios";
import { type ScenarioSource, sourceName } from "@/store/session";
import { sim } from "@/store/simClient";
import { type SimState, simStore } from "@/store/simStore";
import type { Request } from "./talk";

type Asked<K extends Request["do"]> = Extract<Request, { do: K }>;

/** Everything but subscriptions. */
export async function doing(request: Exclude<Request, { do: "events" }>): Promise<unknown> {
  switch (request.do) {
    case "load":
      return load(request);
    case "play":
      return play(request);
    case "pause":
      await sim.standStill();
      return runOf(simStore.getState());
    case "seek":
      return seek(request.us);
    case "query":
      return query(request.what);
  }
}

async function load(asked: Asked<"load">): Promise<unknown> {
  const { variant, seed, us, play: shallPlay = false } = asked;
  sim.dismissRejected();
  await sim.open(sourceOf(asked), {
    play: false,
    ...(variant === undefined ? {} : { variant }),
    ...(seed === undefined ? {} : { seed }),
  });
  const { rejected } = simStore.getState();
  if (rejected !== null) {
    sim.dismissRejected();
    throw new Error(rejected.message);
  }
  if (us !== undefined) await seek(us);
  if (shallPlay) sim.play();
  return runOf(simStore.getState());
}

function sourceOf({ scenario, text }: Asked<"load">): ScenarioSource {
  if (text === undefined && scenario !== undefined) return { kind: "builtin", id: scenario };
  if (text !== undefined && scenario === undefined) {
    return { kind: "file", name: "the embedding page’s scenario", text };
  }
  throw new Error("load: expected either scenario (an id) or text (a scenario file), not both.");
}

function play({ speed }: Asked<"play">): unknown {
  runs();
  if (speed !== undefined) sim.setSpeed(speed);
  sim.play();
  return runOf(simStore.getState());
}

async function seek(us: number): Promise<unknown> {
  const { world, furthestUs } = runs();
  const endUs = Math.max(world.duration_us, furthestUs);
  if (us > endUs)
    throw new Error(`us: found ${us}, expected 0 to ${endUs} (${formatInstant(endUs)}).`);
  await sim.seek(us);
  return runOf(simStore.getState());
}

async function query(what: Asked<"query">["what"]): Promise<unknown> {
  const state = runs();
  switch (what) {
    case "run":
      return runOf(state);
    case "told":
      return state.told.map(({ at_us, text }) => ({ us: at_us, text }));
    case "report": {
      const report = await sim.report();
      if (report === "") throw new Error("The engine gave no report.");
      return JSON.parse(report);
    }
    case "scenarios": {
      const list = await fetchScenarioList();
      if (!list.ok) throw new Error(list.message);
      return list.value.map(({ id }) => id);
    }
  }
}

/** What runs; refuses where nothing does. */
function runs(): SimState & { world: NonNullable<SimState["world"]> } {
  const state = simStore.getState();
  const { world, phase, problem } = state;
  if (phase === "ready" && world !== null) return { ...state, world };
  throw new Error(problem?.text ?? "Nothing runs yet.");
}

/** The run as the embedding page sees it. */
export function runOf(state: SimState): unknown {
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
  };
}
