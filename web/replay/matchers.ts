/** What a test says of a run: `expect(atlas).toHaveDigest(…)` and its like. */

import { expect as base } from "@playwright/test";

import type { Checkpoint, Expected } from "@/engine/types";
import type { Atlas, Shown } from "./atlas.ts";
import { instantText } from "./instant.ts";
import type { LinkState } from "./mapNames.ts";

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
    const { digest: found, us } = await atlas.run();
    const pass = found === digest;
    const wanted = pass ? "another" : digest;
    return { pass, message: () => `${at(us)} found the digest ${found}, expected ${wanted}` };
  },

  /** The scenario's expectations, at the end of its run. */
  async toMeetExpectations(atlas: Atlas): Promise<Result> {
    const all = await atlas.expectations();
    const { us } = await atlas.run();
    return judged(
      all.map((one) => lineAt(one, us)),
      "expectations",
    );
  },

  /** The scenario's checkpoints, each at its instant, on the map too where a map shows it. */
  async toMeetCheckpoints(atlas: Atlas): Promise<Result> {
    const all: Expected[] = [];
    for (const instant of instantsOf(await atlas.checkpoints())) {
      await atlas.at(instant);
      for (const { found, shown } of await atlas.checkpoints()) {
        if (found === null) continue;
        all.push(lineAt(found, instant));
        const isShown = shown === null || (await shows(atlas, shown, found.met)) === found.met;
        const line = `the map does not say: ${found.line}`;
        if (!isShown) all.push(lineAt({ ...found, met: false, line }, instant));
      }
    }
    return judged(all, "checkpoints");
  },

  /** The way from one zone to the other, as the map shows it. */
  async toShowLink(this: Context, atlas: Atlas, a: string, b: string, state: LinkState) {
    return onMap(this, atlas, {
      look: () => atlas.shownLink(a, b),
      isIt: (found) => found === state,
      wanted: `${a} → ${b} ${state}`,
    });
  },

  /** The store leads the range, or the one that is shown, as the map shows it. */
  async toShowLeader(this: Context, atlas: Atlas, store: string, range?: number) {
    await atlas.mustHaveStore(store);
    return onMap(this, atlas, {
      look: () => atlas.shownLeader(range),
      isIt: (found) => found === store,
      wanted: `${store} as leader${range === undefined ? "" : ` of range ${range}`}`,
    });
  },

  /** The store is down, as the map shows it. */
  async toShowDown(this: Context, atlas: Atlas, store: string) {
    return onMap(this, atlas, {
      look: () => atlas.shownDown(store),
      isIt: (found) => found,
      wanted: `${store} down`,
    });
  },
});

interface Look<State> {
  look(): Promise<Shown<State>>;
  isIt(found: State): boolean;
  wanted: string;
}

/** Of something on the map, once it had time to show it; a failure says what the map says instead. */
async function onMap<State>(
  { isNot }: Context,
  atlas: Atlas,
  { look, isIt, wanted }: Look<State>,
): Promise<Result> {
  // What the run does not have is refused before anything is waited for.
  let found = await look();
  const pass = await waited(async () => {
    found = await look();
    return isIt(found.state);
  }, !isNot);
  const { us } = await atlas.run();
  const says = found.says === null ? "nothing of it" : `“${found.says}”`;
  const expected = pass ? `not ${wanted}` : wanted;
  return { pass, message: () => `${at(us)} the map says ${says}, expected ${expected}` };
}

function at(us: number): string {
  return `at ${instantText(us)}:`;
}

function lineAt(one: Expected, us: number): Expected {
  return { ...one, line: `${at(us)} ${one.line}` };
}

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
