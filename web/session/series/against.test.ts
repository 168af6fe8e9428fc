/** The run beside comes along with whatever was chosen last, however quickly one choice follows another. */

import { expect, it } from "vitest";

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
