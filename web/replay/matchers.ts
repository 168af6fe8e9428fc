/**
 * What a test says of a run: `expect(atlas).toHaveDigest(…)` and its like. What the map shows is
 * waited for, as Playwright waits for what pages show. Must not know how a page is served.
 */

import { expect as base } from "@playwright/test";

import type { Checkpoint, Expected } from "@/engine/types";
import type { Atlas } from "./atlas.ts";
import type { LinkState } from "./shown.ts";

interface Result {
  pass: boolean;
  message(): string;
}

interface Context {
  isNot: boolean;
}

export const expect = base.extend({
  /** The digest of the run up to the instant at which it stands. */
  async toHaveDigest(atlas: Atlas, digest: string): Promise<Result> {
    const found = await atlas.digest();
    const pass = found === digest;
    return {
      pass,
      message: () => `found the digest ${found}, expected ${pass ? "another" : digest}`,
    };
  },

  /** The scenario's expectations, at the end of its run. */
  async toMeetExpectations(atlas: Atlas): Promise<Result> {
    return judged(await atlas.expectations(), "expectations");
  },

  /** The scenario's checkpoints, each at its instant, on the map too where a map shows it. */
  async toMeetCheckpoints(atlas: Atlas): Promise<Result> {
    const all: Expected[] = [];
    for (const instant of instantsOf(await atlas.checkpoints())) {
      await atlas.at(instant);
      for (const { found, shown } of await atlas.checkpoints()) {
        if (found === null) continue;
        all.push(found);
        const isShown = shown === null || (await shows(atlas, shown, found.met)) === found.met;
        if (!isShown)
          all.push({ ...found, met: false, line: `The map does not say: ${found.line}` });
      }
    }
    return judged(all, "checkpoints");
  },

  /** The way from one zone to the other, as the map shows it. */
  async toShowLink(this: Context, atlas: Atlas, a: string, b: string, state: LinkState) {
    const pass = await waited(
      async () => (await atlas.showsCut(a, b)) === (state === "cut"),
      !this.isNot,
    );
    return {
      pass,
      message: () => `the map ${pass ? "shows" : "does not show"} ${a} → ${b} ${state}`,
    };
  },

  /** The store leads the range, or the one that is shown, as the map shows it. */
  async toShowLeader(this: Context, atlas: Atlas, store: string, range?: number) {
    const pass = await waited(() => atlas.showsLeader(store, range), !this.isNot);
    return {
      pass,
      message: () => `the map ${pass ? "shows" : "does not show"} that ${store} leads`,
    };
  },

  /** The store is down, as the map shows it. */
  async toShowDown(this: Context, atlas: Atlas, store: string) {
    const pass = await waited(() => atlas.showsDown(store), !this.isNot);
    return { pass, message: () => `the map ${pass ? "shows" : "does not show"} ${store} down` };
  },
});

/** Instants of checkpoints, each once. */
export function instantsOf(checkpoints: readonly Checkpoint[]): number[] {
  return [...new Set(checkpoints.map(({ at_us }) => at_us))];
}

/** Whether the map shows a fact, once it had time to show that or the opposite. */
export function shows(
  atlas: Atlas,
  shown: NonNullable<Checkpoint["shown"]>,
  wanted: boolean,
): Promise<boolean> {
  switch (shown.what) {
    case "leader":
      return waited(() => atlas.showsLeader(shown.store, shown.range), wanted);
    case "cut":
      return waited(() => atlas.showsCut(shown.from, shown.to), wanted);
    case "down":
      return waited(() => atlas.showsDown(shown.store), wanted);
  }
}

function judged(all: readonly Expected[], what: string): Result {
  const broken = all.filter(({ met }) => !met).map(({ line }) => line);
  const pass = all.length > 0 && broken.length === 0;
  const why = all.length === 0 ? `the scenario has no ${what}` : broken.join("\n");
  return { pass, message: () => (pass ? `all ${all.length} ${what} are met` : why) };
}

/** What is so in the end: as soon as it is as wanted, or when that was waited for in vain. */
async function waited(look: () => Promise<boolean>, wanted: boolean): Promise<boolean> {
  try {
    await base.poll(look).toBe(wanted);
    return wanted;
  } catch {
    return look();
  }
}
