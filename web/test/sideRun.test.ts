/** A run in a worker of its own, over the stand-in engine, with what it is asked written down. */

import { beforeEach, describe, expect, it } from "vitest";
import type { Command, Reply } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import { EngineLoop } from "@/engine/worker/engineLoop";
import { type Going, SideRun, type SideSpec } from "@/session/sideRun";
import { fakeEngine, fakeScenario } from "./fakeEngine";

const SPEC: SideSpec = { scenario: fakeScenario(), variant: "", seed: 7, actions: [] };
const HEAL = { at_us: 1_000_001, action: { do: "heal" }, text: "" } as LoggedAction;
const WANTED: Going = { isWanted: () => true };

describe("a run elsewhere", () => {
  const loop = new EngineLoop({ engine: fakeEngine, wallMs: () => 0 });
  let asked: string[];
  let side: SideRun;
  /** Called before each answer. */
  let meanwhile: (command: Command) => void;

  beforeEach(() => {
    asked = [];
    meanwhile = () => {};
    const send = async (command: Command): Promise<Reply> => {
      asked.push(command.type);
      meanwhile(command);
      const reply = loop.run(command);
      // Half of the way with the first piece.
      const isFirst = command.type === "seek" && asked.filter((one) => one === "seek").length === 1;
      if (isFirst && "update" in reply) reply.update.reached = false;
      return reply;
    };
    side = new SideRun({ send, close: () => asked.push("close") });
  });

  it("is opened once, and goes on from where it stands", async () => {
    const came = await side.at(SPEC, 2_000_000, WANTED);
    expect(came).toMatchObject({ ok: true, value: { frame: { now_us: 2_000_000 } } });
    await side.at(SPEC, 3_000_000, WANTED);
    expect(asked).toEqual(["open", "seek", "seek", "seek"]);
  });

  it("gets another log where only that is another, and is opened anew for another run", async () => {
    await side.at(SPEC, 1_000_000, WANTED);
    asked.length = 0;
    await side.at({ ...SPEC, actions: [HEAL] }, 2_000_000, WANTED);
    await side.at({ ...SPEC, actions: [{ ...HEAL }] }, 2_000_000, WANTED);
    await side.at({ ...SPEC, seed: 8 }, 2_000_000, WANTED);
    expect(asked).toEqual(["rewrite", "seek", "seek", "seek", "open", "seek"]);
  });

  it("tells how far it has come with each piece", async () => {
    const told: number[] = [];
    await side.at(SPEC, 2_000_000, { ...WANTED, took: ({ frame }) => told.push(frame.now_us) });
    expect(told).toEqual([0, 2_000_000, 2_000_000]);
  });

  it("is given up between two pieces, and tells nothing more", async () => {
    let isWanted = true;
    const told: number[] = [];
    meanwhile = ({ type }) => {
      if (type === "seek") isWanted = false;
    };
    const took: Going["took"] = ({ frame }) => told.push(frame.now_us);
    expect(await side.at(SPEC, 2_000_000, { isWanted: () => isWanted, took })).toBeUndefined();
    expect([asked, told]).toEqual([["open", "seek"], [0]]);
  });

  it("answers nobody once it is closed", async () => {
    meanwhile = ({ type }) => {
      if (type === "seek") side.close("Enough.");
    };
    expect(await side.reportAt(SPEC, 2_000_000, WANTED)).toBeUndefined();
    expect(await side.report()).toBeUndefined();
    expect(asked).toEqual(["open", "seek", "close"]);
  });

  it("says why it is not there, and is opened anew when it is wanted again", async () => {
    const refused = await side.at({ ...SPEC, scenario: "nonsense" }, 0, WANTED);
    expect(refused?.ok).toBe(false);
    expect(await side.reportAt(SPEC, 1_000_000, WANTED)).toMatchObject({ ok: true });
    expect(asked).toEqual(["open", "open", "seek", "seek", "report"]);
  });
});
