/**
 * Speaks with the page that embeds this one: only with its parent, only while that parent is of
 * the origin that the address names, one request after the other.
 */

import type { SimState } from "@/session/simState";
import { simStore } from "@/session/simStore";
import { endFirstMinute } from "../firstMinute";
import { handle, shownRun } from "./handlers";
import { type EventName, hear, maySpeak, type Request, VERSION } from "./protocol";

/** A page that asks faster than it is answered is told so. */
const WAITING_MAX = 100;
/** Time passes in pictures; an embedding page hears of it ten times a second. */
const TIME_EVERY_MS = 100;

type Say = (message: object) => void;

export function beginHosting(origin: string): void {
  // A page that nobody embeds is its own parent: scripts that a tool runs in it may speak.
  const { parent } = window;
  // Whoever drives it may ask for what a visitor's first minute does not need.
  if (parent === window) endFirstMinute();
  const say: Say = (message) => parent.postMessage({ atlas: VERSION, ...message }, origin);
  const telling = new Telling(say);
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  window.addEventListener("message", (event) => {
    if (!maySpeak(event, parent, origin)) return;
    const heard = hear(event.data);
    if (heard.kind === "nothing") return;
    if (heard.kind === "error") return say({ id: heard.id, ok: false, error: heard.error });
    const { request } = heard;
    if (waiting >= WAITING_MAX) {
      const error = `${WAITING_MAX} requests wait already; wait for their answers.`;
      return say({ id: request.id, ok: false, error });
    }
    waiting += 1;
    last = last.then(async () => {
      say({ id: request.id, ...(await answer(request, telling)) });
      waiting -= 1;
    });
  });
  simStore.subscribe((state, before) => telling.follow(state, before));
  telling.begin(simStore.getState());
}

async function answer(request: Request, telling: Telling): Promise<object> {
  try {
    if (request.do === "events") {
      telling.to(request.of);
      return { ok: true, value: request.of };
    }
    return { ok: true, value: await handle(request) };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** What is told unasked: that a run stands, once, and then what was subscribed to. */
class Telling {
  private readonly say: Say;
  private wanted: ReadonlySet<EventName> = new Set();
  private isReady = false;
  private toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(say: Say) {
    this.say = say;
  }

  to(events: readonly EventName[]): void {
    this.wanted = new Set(events);
  }

  begin(state: SimState): void {
    if (this.isReady || (state.frame === null && state.problem === null)) return;
    this.isReady = true;
    this.say({ event: "ready", run: shownRun() });
  }

  follow(state: SimState, before: SimState): void {
    this.begin(state);
    if (this.wanted.has("state") && isOther(state, before)) {
      this.say({ event: "state", run: shownRun(), problem: state.problem?.text ?? null });
    }
    if (this.wanted.has("told")) this.tell(state, before);
    if (this.wanted.has("time")) this.tellTime(state, before);
  }

  private tell(state: SimState, before: SimState): void {
    if (state.narration === before.narration) return;
    const last = before.narration.at(-1)?.id ?? 0;
    for (const { id, at_us, text } of state.narration) {
      if (id > last) this.say({ event: "told", us: at_us, text });
    }
  }

  /** While it plays now and then; each instant at which it stands. */
  private tellTime(state: SimState, before: SimState): void {
    if (state.frame === before.frame && state.playing === before.playing) return;
    const nowMs = performance.now();
    if (state.playing && nowMs - this.toldAtMs < TIME_EVERY_MS) return;
    this.toldAtMs = nowMs;
    this.say({ event: "time", us: state.frame?.now_us ?? 0, playing: state.playing });
  }
}

/** Whether something changed that is not time. */
function isOther(a: SimState, b: SimState): boolean {
  return (
    a.playing !== b.playing ||
    a.speed !== b.speed ||
    a.phase !== b.phase ||
    a.session?.source !== b.session?.source ||
    a.session?.seed !== b.session?.seed ||
    a.world?.variant !== b.world?.variant
  );
}
