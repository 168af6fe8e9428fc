/** Which run is held against the one that is shown. */

import { describe, expect, it } from "vitest";

import type { LoggedAction } from "@/engine/types";
import type { Branch, Session } from "../session";
import { againstOptions, LAST, runNames, specBeside } from "./againstChoice";

const done = (at_us: number): LoggedAction => ({
  at_us,
  action: { do: "heal" },
  text: `heal at ${at_us}`,
});

const branch = (id: number, actions: LoggedAction[]): Branch => ({
  ...{ id, name: "", parent: id - 1, fork_us: 0, furthest_us: 0, actions },
  cause: id === 0 ? "" : "You healed.",
});

const session = (variant: string, actions: LoggedAction[], others: Branch[] = []) => {
  const branches = [branch(0, actions), ...others];
  return { text: "{}", seed: 7, variant, branches, current: 0 } as unknown as Session;
};

describe("the run beside", () => {
  it("is another variant, with what was done in this one", () => {
    const actions = [done(1)];
    expect(specBeside(session("a", actions), { variant: "b" })).toEqual({
      text: "{}",
      seed: 7,
      variant: "b",
      actions,
    });
    expect(specBeside(session("b", actions), { variant: "b" })).toBeUndefined();
  });

  it("is this one without what was done last, and the same one each time it is asked for", () => {
    const present = session("a", [done(1), done(2)]);
    const spec = specBeside(present, { without: LAST });
    expect(spec?.actions.map(({ at_us }) => at_us)).toEqual([1]);
    expect(specBeside(present, { without: LAST })?.actions).toBe(spec?.actions);
  });

  it("is this one without any one thing that was done", () => {
    const present = session("a", [done(1), done(2), done(3)]);
    const spec = specBeside(present, { without: "2 heal at 2" });
    expect(spec?.actions.map(({ at_us }) => at_us)).toEqual([1, 3]);
    expect(specBeside(present, { without: "9 heal at 9" })).toBeUndefined();
  });

  it("is another branch, with what was done in that one", () => {
    const other = branch(1, [done(4)]);
    const present = session("a", [done(1)], [other]);
    expect(specBeside(present, { branch: 1 })?.actions).toBe(other.actions);
    expect(specBeside(present, { branch: 0 })).toBeUndefined();
    expect(specBeside(present, { branch: 9 })).toBeUndefined();
  });

  it("is none where nothing was done, nothing is chosen, or no scenario is open", () => {
    expect(specBeside(session("a", []), { without: LAST })).toBeUndefined();
    expect(specBeside(session("a", [done(1)]), null)).toBeUndefined();
    expect(specBeside({ ...session("a", []), text: "" }, { variant: "b" })).toBeUndefined();
  });
});

describe("what a run may be held against", () => {
  const variants = [
    { id: "a", title: "One", text: "" },
    { id: "b", title: "Two", text: "" },
  ];

  it("is nothing, each deed left out, other branches and other variants", () => {
    const present = session("a", [done(1), done(2)], [branch(1, [done(4)])]);
    const labels = againstOptions({ variants, variant: "a" }, present).map(({ label }) => label);
    expect(labels).toEqual([
      "nothing",
      "this run without “heal at 2”",
      expect.stringMatching(/^without “heal at 1” at /),
      "branch: You healed",
      "Two",
    ]);
  });

  it("has two names beside each other: a variant's until somebody acts, then this run and the other", () => {
    const worlds = { variants, variant: "a" };
    const other = { variant: "b" };
    expect(runNames(worlds, session("a", []), other)).toEqual({ own: "One", other: "Two" });
    const acted = session("a", [done(1)]);
    expect(runNames(worlds, acted, other)).toEqual({ own: "this run", other: "Two" });
    const without = { own: "this run", other: "without the last action" };
    expect(runNames(worlds, acted, { without: LAST })).toEqual(without);
  });

  it("is nothing alone before anything was done in a scenario without variants", () => {
    expect(againstOptions({ variants: [], variant: "" }, session("", []))).toHaveLength(1);
  });
});
