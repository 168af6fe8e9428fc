/** What the engine tells without words has its sentence before anybody sees it. */
import { expect, test } from "vitest";
import type { Reply, Update } from "@/engine/messages";
import type { Decision, Notable } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { frameOf, worldOf } from "@/test/fixtures";
import { worded } from "./wording";

const world = worldOf({ stores: [1, 2] });

function notable(text: string, fact: Notable["fact"]): Notable {
  const kind = "decision";
  return { id: 1, at_us: 5, kind, text, fact, node: 0, alert: false };
}

function updateWith(notables: Notable[]): Update {
  const frame = { ...frameOf(world, { nowUs: 9 }), notables };
  const memory = { module: 0, history: 0 };
  const how = { jumped: false, reached: true, memory };
  return { frame, inspected: null, inspection: null, ...how, tape: null, cut: null };
}

/** A link that gives these replies one after the other. */
function linkOf(...replies: Reply[]): Link {
  return {
    send: () => Promise.resolve(replies.shift() ?? { type: "panicked", message: "over" }),
    close: () => {},
  };
}

test("decisions get their words, and what has words keeps them", async () => {
  const opened = { type: "opened", world, update: updateWith([]) } as unknown as Reply;
  const decision: Decision = {
    ...{ by: 0, range: 0, what: "sent_direct", why: "TookTooLong" },
    ...{ subject: 2, other: null, figure: 6, limit: 4 },
  };
  const notables = [notable("s1 was elected.", null), notable("", { decision })];
  const link = worded(linkOf(opened, { type: "advanced", update: updateWith(notables) }));
  await link.send({ type: "report" });
  const reply = await link.send({ type: "report" });
  const texts = "update" in reply ? reply.update.frame.notables.map(({ text }) => text) : [];
  expect(texts).toEqual([
    "s1 was elected.",
    "s1 sends to s3 directly: it took 6 ticks, 4 are allowed.",
  ]);
});
