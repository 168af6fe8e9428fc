import { expect, it } from "vitest";
import type { Command, Reply } from "@/engine/messages";
import type { EndOfRun } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { type EndDeps, endOfRun } from "./endOfRun";
import type { Session } from "./session";

const session = { text: "{}", seed: 7, branches: [], current: 0 } as unknown as Session;
const END: EndOfRun = { expects: 1, missing: [], verdicts: [], own: [], refused: [] };

function given(answers: (others: string) => EndOfRun) {
  const sent: Command[] = [];
  const opened: Command[] = [];
  const update = { reached: true };
  const link = (kept: Command[], answer: (command: Command) => Reply): Link => ({
    send: (command) => {
      kept.push(command);
      return Promise.resolve(answer(command));
    },
    close: () => {},
  });
  const deps: EndDeps = {
    ask: (command) => {
      sent.push(command);
      if (command.type !== "outcome") throw new Error(command.type);
      return Promise.resolve({ type: "outcome", end: answers(command.others) });
    },
    makeLink: () =>
      link(opened, (command) => {
        if (command.type === "open") return { type: "opened" } as Reply;
        if (command.type === "seek") return { type: "advanced", update } as Reply;
        return { type: "reported", report: '{"variants":{"b":{"usd":3}}}' };
      }),
    isWanted: () => true,
  };
  return { deps, sent, opened };
}

it("judges a run that needs no other with one question", async () => {
  const { deps, sent, opened } = given(() => END);
  expect(await endOfRun(deps, session, 5e6)).toEqual({ ok: true, value: END });
  expect([sent.length, opened.length]).toEqual([1, 0]);
});

it("plays the variants that expectations speak of to the same instant", async () => {
  const { deps, opened } = given((others) =>
    others === "{}" ? { ...END, missing: ["b"] } : { ...END, refused: [others] },
  );
  const end = await endOfRun(deps, session, 5e6);
  expect(end).toEqual({ ok: true, value: { ...END, refused: ['{"b":{"usd":3}}'] } });
  expect(opened.find(({ type }) => type === "seek")).toMatchObject({ to: { us: 5e6 } });
});

it("plays nothing for a run in which somebody acted, and nothing more for nobody", async () => {
  const { deps, opened } = given(() => ({ ...END, missing: ["b"] }));
  const acted = { ...session, branches: [{ id: 0, actions: [{}] }] } as unknown as Session;
  await endOfRun(deps, acted, 5e6);
  expect(opened).toEqual([]);
  expect(await endOfRun({ ...deps, isWanted: () => false }, session, 5e6)).toBeUndefined();
});
