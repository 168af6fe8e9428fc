/**
 * Reports, goals, checkpoints, scores, lesson and challenge files, through the worker that has the run. Must not know
 * what they are for.
 */

import type { Command, Reply } from "@/engine/messages";
import type { Challenge, ChallengeRun, Checkpoint, Judged, Lesson } from "@/engine/types";
import { t } from "@/language/words";
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

/** A challenge from its file's text. */
export async function readChallenge(ask: Ask, text: string): Promise<Fetched<Challenge>> {
  const reply = await ask({ type: "challenge", text });
  if (reply.type === "challenge") return { ok: true, value: reply.challenge };
  return { ok: false, message: whyNot(reply) };
}

/**
 * How the run stands in a challenge, its file's text, by its report of now; `log`, a JSON list, is
 * all that was done.
 */
export async function score(
  ask: Ask,
  challenge: string,
  log: string,
): Promise<Fetched<ChallengeRun>> {
  const told = await report(ask);
  if (!told.ok) return told;
  const reply = await ask({ type: "score", challenge, report: told.value, log });
  if (reply.type === "scored") return { ok: true, value: reply.run };
  return { ok: false, message: whyNot(reply) };
}

function whyNot(reply: Reply): string {
  if (reply.type === "refused") return reply.message;
  return reply.type === "overtaken" ? t("Another run is being opened.") : t("The engine stopped.");
}
