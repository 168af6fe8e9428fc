/** The run beside comes along with whatever was chosen last, however quickly one choice follows another. */

import { expect, it, vi } from "vitest";

import { WorkerLink } from "@/engine/workerLink";
import { fakeScenario } from "@/test/fakeEngine";
import { TestPage } from "@/test/testPage";
import { Against } from "./against";

const TEXT = fakeScenario({ variants: ["a", "b", "c"] });

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await Promise.resolve();
}

it.each(Array.from({ length: 24 }, (_, at) => at))(
  "another choice after %i turns leaves nothing of the first",
  async (after) => {
    const page = new TestPage();
    await page.controller.open({ kind: "file", name: "mine", text: TEXT }, { variant: "a" });
    await page.controller.advanceTo(2_000_000);
    const makeLink = () => new WorkerLink(page.makeWorker());
    const against = new Against(page.store, page.board, makeLink);
    against.choose({ variant: "b" });
    await turns(after);
    against.choose({ variant: "c" });
    await turns(200);
    const { choice, refusal, frame } = against.store.getState();
    expect({ choice, refusal, us: frame?.now_us }).toEqual({
      choice: { variant: "c" },
      refusal: "",
      us: 2_000_000,
    });
  },
);

it("goes on with the next frame after its worker could not be made", async () => {
  const told = vi.fn();
  vi.stubGlobal("reportError", told);
  const page = new TestPage();
  await page.controller.open({ kind: "file", name: "mine", text: TEXT }, { variant: "a" });
  await page.controller.advanceTo(1_000_000);
  let isBroken = true;
  const makeLink = () => {
    if (isBroken) throw new Error("No worker.");
    return new WorkerLink(page.makeWorker());
  };
  const against = new Against(page.store, page.board, makeLink);
  against.choose({ variant: "b" });
  await turns(50);
  expect(told).toHaveBeenCalledOnce();
  isBroken = false;
  await page.controller.advanceTo(2_000_000);
  await turns(200);
  expect(against.store.getState().frame?.now_us).toBe(2_000_000);
  vi.unstubAllGlobals();
});
