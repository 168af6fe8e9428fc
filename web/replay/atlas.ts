/** A page with a run in it, driven by its public messages and by what its map says. */

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";

import type { Branch, Run } from "@/engine/embed";
import type { Action, Checkpoint, Expected, Frame, Target, World } from "@/engine/types";
import { ask, type Request } from "./channel.ts";
import { microseconds } from "./instant.ts";
import {
  isDown,
  type LinkState,
  leaderOf,
  linkName,
  linkState,
  mustBeOneOf,
  storeName,
} from "./mapNames.ts";

/** A run to open: one of the page's own scenarios, a file, or a file's text. */
export interface Opening {
  scenario?: string;
  file?: string;
  text?: string;
  /** The first without one. */
  variant?: string;
  /** The scenario's own without one. */
  seed?: number;
}

/** A page that has opened no run by then opens none. */
const OPENED_MS_MAX = 60_000;

/** What the map shows of one thing: as a test asks for it, and as the map says it. */
export interface Shown<State> {
  state: State;
  /** The name that the map gives it; null: it names no such thing. */
  says: string | null;
}

/** A run that stands beside the first one is asked for with this. */
export interface Which {
  beside?: boolean;
}

export class Atlas {
  readonly page: Page;
  protected readonly address: string;

  constructor(page: Page, address: string) {
    this.page = page;
    this.address = address;
  }

  /** Opens a run, paused at its start: a scenario file's path, or what `Opening` says. */
  async open(what: string | Opening): Promise<Run> {
    const { scenario, file, text, variant, seed } =
      typeof what === "string" ? { file: what } : what;
    const content = file === undefined ? text : await readFile(file, "utf8");
    const load = {
      ...(variant === undefined ? {} : { variant }),
      ...(seed === undefined ? {} : { seed }),
    };
    const query = new URLSearchParams({ paused: "", origin: "self" });
    if (scenario !== undefined) query.set("scenario", scenario);
    await this.page.goto(`${this.address}?${query}`);
    await this.stands();
    const named = content === undefined ? { scenario } : { text: content };
    return this.ask({ do: "load", ...named, ...load });
  }

  /** Waits until the page has opened its first run. */
  async stands(): Promise<Run> {
    for (const beganMs = performance.now(); ; ) {
      const run = await this.run();
      if (run.phase === "ready") return run;
      if (run.phase !== "loading") {
        // What cannot be asked now says why.
        await this.told();
        throw new Error(`The page opened no run: found the phase "${run.phase}".`);
      }
      if (performance.now() - beganMs > OPENED_MS_MAX) {
        throw new Error(`The page has opened no run within ${OPENED_MS_MAX / 1_000} s.`);
      }
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
  }

  /** Goes to an instant, back or forward: "9s", or microseconds. */
  async at(instant: string | number): Promise<Run> {
    const us = microseconds(instant);
    const { furthest_us, duration_us } = await this.run();
    const isKnown = us <= Math.max(furthest_us, duration_us);
    return this.ask({ do: isKnown ? "seek" : "advance", us });
  }

  /** One event forward, or back with -1. */
  step(by: 1 | -1 = 1): Promise<Run> {
    return this.ask({ do: "step", by });
  }

  /** Does something now: an action as scenario files write it, without its instant. */
  act(action: Action): Promise<Run> {
    return this.ask({ do: "act", action });
  }

  play(speed?: number): Promise<Run> {
    return this.ask({ do: "play", ...(speed === undefined ? {} : { speed }) });
  }

  pause(): Promise<Run> {
    return this.ask({ do: "pause" });
  }

  run(which: Which = {}): Promise<Run> {
    return this.query("run", which);
  }

  /** Of all that happened up to this instant: 16 hex digits, the same on every machine. */
  async digest(): Promise<string> {
    return (await this.run()).digest;
  }

  /** The report at this instant, as `raft-atlas run --json` writes it for one variant. */
  report(): Promise<Record<string, unknown>> {
    return this.query("report");
  }

  told(): Promise<{ us: number; text: string }[]> {
    return this.query("told");
  }

  /** Everything that the page draws this instant from. */
  frame(which: Which = {}): Promise<Frame> {
    return this.query("frame", which);
  }

  /** Names and numbers of what the run is made of. */
  world(which: Which = {}): Promise<World> {
    return this.query("world", which);
  }

  /** The scenario's expectations, judged at the run's end, to which it goes. */
  async expectations(): Promise<Expected[]> {
    const { duration_us } = await this.run();
    await this.at(duration_us);
    return this.query("expectations");
  }

  /** The scenario's checkpoints; those of this instant are judged. */
  checkpoints(): Promise<Checkpoint[]> {
    return this.query("checkpoints");
  }

  branches(): Promise<{ branches: Branch[]; current: number }> {
    return this.query("branches");
  }

  /** Bytes that the engine takes, and what leads back in time. */
  memory(): Promise<{ module: number; history: number }> {
    return this.query("memory");
  }

  /** The run up to this instant as a scenario file, with all that was done in it. */
  replayFile(): Promise<string> {
    return this.query("replay");
  }

  select(target: Target | null): Promise<Run> {
    return this.ask({ do: "select", target });
  }

  /** Anything else of docs/embedding.md. */
  ask<T = Run>(request: Request): Promise<T> {
    return ask<T>(this.page, request);
  }

  // --- what the page shows --------------------------------------------------------------------

  get map(): Locator {
    return this.page.getByRole("main");
  }

  link(a: string, b: string): Locator {
    return this.map.getByRole("button", { name: linkName(a, b) });
  }

  store(id: string): Locator {
    return this.map.getByRole("button", { name: storeName(id) });
  }

  /** The way from one zone to the other. Throws at once where the run has no such zone. */
  async shownLink(from: string, to: string): Promise<Shown<LinkState | null>> {
    const zones = (await this.world()).zones.map(({ id }) => id);
    for (const zone of [from, to]) mustBeOneOf("zone", zone, zones);
    const [says = null] = await namesOf(this.link(from, to));
    return { state: linkState(says, from, to), says };
  }

  /** Who leads the range that is shown, or another one, which is shown first. */
  async shownLeader(range?: number): Promise<Shown<string | null>> {
    if (range !== undefined) await this.ask({ do: "show", range });
    const names = await namesOf(this.map.getByRole("button", { name: /^Store / }));
    const state = leaderOf(names, range);
    return { state, says: names.find((name) => name.startsWith(`Store ${state} `)) ?? null };
  }

  /** Whether a store is down. Throws at once where the run has no such store. */
  async shownDown(store: string): Promise<Shown<boolean>> {
    await this.mustHaveStore(store);
    const [says = null] = await namesOf(this.store(store));
    return { state: isDown(says), says };
  }

  /** Throws where the run has no such store. */
  async mustHaveStore(store: string): Promise<void> {
    const { nodes } = await this.world();
    mustBeOneOf(
      "store",
      store,
      nodes.filter(({ kind }) => kind === "store").map(({ id }) => id),
    );
  }

  /** Whether the map shows that nothing passes from one zone to the other. */
  async showsCut(from: string, to: string): Promise<boolean> {
    return (await this.shownLink(from, to)).state === "cut";
  }

  /** Whether the map shows that a store leads; another range than the one shown is shown first. */
  async showsLeader(store: string, range?: number): Promise<boolean> {
    return (await this.shownLeader(range)).state === store;
  }

  async showsDown(store: string): Promise<boolean> {
    return (await this.shownDown(store)).state;
  }

  private query<T>(what: string, { beside = false }: Which = {}): Promise<T> {
    return this.ask<T>({ do: "query", what, ...(beside ? { beside } : {}) });
  }
}

/** What things of the map are called, which is what is shown of them; nothing is waited for. */
function namesOf(things: Locator): Promise<string[]> {
  return things.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
}
