/**
 * Reports, goals, checkpoints and lesson files, through the worker that has the run. Must not know
 * what they are for.
 */

import type { Command, Reply } from "@/engine/messages";
import type { Checkpoint, Judged, Lesson } from "@/engine/types";
import type { Fetched } from "@/model/fetched";

type Ask = (command: Command) => Promise<Reply>;

/** The run's report, JSON. */
export async function report(ask: Ask): Promise<Fetched<string>> {
  const reply = await ask({ type: "report" });
  if (reply.type === "reported") return { ok: true, value: reply.report };
  return { ok: false, message: whyNot(reply) };
}

/** What the scenario asks of instants, and how it stands with those of this one. */
export async function checkpoints(ask: Ask): Promise<Fetched<Checkpoint[]>> {
  const reply = await ask({ type: "checkpoints" });
  if (reply.type === "checkpoints") return { ok: true, value: reply.checkpoints };
  return { ok: false, message: whyNot(reply) };
}

/** What is so of goals, a JSON list; `others` and `began` have reports, by variant. */
export async function judge(
  ask: Ask,
  goals: string,
  others: string,
  began: string,
): Promise<Fetched<Judged[]>> {
  const reply = await ask({ type: "judge", goals, others, began });
  if (reply.type === "judged") return { ok: true, value: reply.judged };
  return { ok: false, message: whyNot(reply) };
}

/** A lesson from its file's text. */
export async function readLesson(ask: Ask, text: string): Promise<Fetched<Lesson>> {
  const reply = await ask({ type: "lesson", text });
  if (reply.type === "lesson") return { ok: true, value: reply.lesson };
  return { ok: false, message: whyNot(reply) };
}

function whyNot(reply: Reply): string {
  if (reply.type === "refused") return reply.message;
  return reply.type === "overtaken" ? "Another run is being opened." : "The engine stopped.";
}
