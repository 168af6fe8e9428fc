/** What a run comes to as a solution of a challenge, as the engine scores its report. */

import type { ChallengeRun } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import type { Fetched } from "@/model/fetched";
import { cutTitle, type ReportedChallenge } from "@/model/report/report";
import { stampOf } from "@/model/stamp";
import { reasonOf } from "@/session/sideRun";

/** `text`: the challenge's file; `link`: the worker in which the run stands. */
export async function scoredRun(
  link: Link,
  text: string,
  actions: readonly { at_us: number; action: object }[],
): Promise<Fetched<ChallengeRun>> {
  const reported = await link.send({ type: "report" });
  if (reported.type !== "reported") return { ok: false, message: reasonOf(reported) };
  const log = JSON.stringify(actions);
  const reply = await link.send({ type: "score", challenge: text, report: reported.report, log });
  if (reply.type !== "scored") return { ok: false, message: reasonOf(reply) };
  return { ok: true, value: reply.run };
}

/** As a report says it, in the challenge's own words. */
export function reportedChallenge(
  id: string,
  { text, title }: { text: string; title: string },
  { score }: ChallengeRun,
): ReportedChallenge {
  const { solved } = score;
  return {
    id,
    stamp: stampOf(text),
    title: cutTitle(title),
    solved,
    stars: solved ? score.stars : 0,
    label: cutTitle(score.label),
    score: cutTitle(score.told),
    conditions: score.conditions.map(({ text, standing }) => ({
      text: cutTitle(text),
      holds: standing === "met" || standing === "so_far",
    })),
  };
}
