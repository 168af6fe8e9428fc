/** Reports, goals, checkpoints, scores and files, through the worker that has the run. */

import type { Command, Reply } from "@/engine/messages";
import type { Challenge, ChallengeRun, Checkpoint, Judged, Lesson } from "@/engine/types";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";

type Ask = (command: Command) => Promise<Reply>;

/** What a command of this type comes to. */
type Got<T extends Reply["type"]> = Extract<Reply, { type: T }>;

/** What is wanted of the one reply that answers a command; every other one says why not. */
async function got<T extends Reply["type"], V>(
  ask: Ask,
  command: Command,
  type: T,
  taken: (reply: Got<T>) => V,
): Promise<Fetched<V>> {
  const reply = await ask(command);
  if (reply.type === type) return { ok: true, value: taken(reply as Got<T>) };
  return { ok: false, message: whyNot(reply) };
}

export const report = (ask: Ask): Promise<Fetched<string>> =>
  got(ask, { type: "report" }, "reported", (reply) => reply.report);

/** What the scenario asks of instants, and how it stands with those of this one. */
export const checkpoints = (ask: Ask): Promise<Fetched<Checkpoint[]>> =>
  got(ask, { type: "checkpoints" }, "checkpoints", (reply) => reply.checkpoints);

/** What is so of goals, a JSON list; `others` and `began` have reports, by variant. */
export const judge = (
  ask: Ask,
  goals: string,
  others: string,
  began: string,
): Promise<Fetched<Judged[]>> =>
  got(ask, { type: "judge", goals, others, began }, "judged", (reply) => reply.judged);

export const readLesson = (ask: Ask, text: string): Promise<Fetched<Lesson>> =>
  got(ask, { type: "lesson", text }, "lesson", (reply) => reply.lesson);

export const readChallenge = (ask: Ask, text: string): Promise<Fetched<Challenge>> =>
  got(ask, { type: "challenge", text }, "challenge", (reply) => reply.challenge);

/**
 * How the run stands in a challenge, its file's text, by its report of now; `log`, a JSON list, is
 * all that was done.
 */
export async function score(ask: Ask, challenge: string, log: string) {
  const reply = await report(ask);
  if (!reply.ok) return reply;
  const command = { type: "score", challenge, report: reply.value, log } as const;
  return got(ask, command, "scored", (reply): ChallengeRun => reply.run);
}

function whyNot(reply: Reply): string {
  if (reply.type === "refused") return reply.message;
  return reply.type === "overtaken" ? t("Another run is being opened.") : t("The engine stopped.");
}
