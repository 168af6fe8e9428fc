/** Which run is held against the one that is shown. */

import { describe, expect, it } from "vitest";

import type { LoggedAction } from "@/protocol/engine";
import type { Session } from "../session";
import { specBeside } from "./against";

const done = (at_us: number): LoggedAction => ({
  at_us,
  action: { do: "heal" },
  text: `heal at ${at_us}`,
});

const session = (variant: string, actions: LoggedAction[]) =>
  ({ text: "{}", seed: 7, variant, actions }) as unknown as Session;

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
    const spec = specBeside(present, "without-last");
    expect(spec?.actions.map(({ at_us }) => at_us)).toEqual([1]);
    expect(specBeside(present, "without-last")?.actions).toBe(spec?.actions);
  });

  it("is none where nothing was done, nothing is chosen, or no scenario is open", () => {
    expect(specBeside(session("a", []), "without-last")).toBeUndefined();
    expect(specBeside(session("a", [done(1)]), null)).toBeUndefined();
    expect(specBeside({ ...session("a", []), text: "" }, { variant: "b" })).toBeUndefined();
  });
});
