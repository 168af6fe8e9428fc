/** Checks what a report says of a challenge: its run, played again, is scored by the engine. */

import type { Challenge } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t, translate } from "@/language/words";
import type { PlayedRun } from "@/lessons/report/checking";
import type { Fetched } from "@/model/fetched";
import type { LabReport, ReportedChallenge } from "@/model/report/report";
import { challengeIn } from "@/session/challenges";
import { reasonOf } from "@/session/sideRun";
import { reportedChallenge, scoredRun } from "./judging";

export interface ChallengeDeps {
  challenge(id: string): Promise<Fetched<string>>;
  /** The seed that an assignment gives; null: the challenge's own. */
  seed: number | null;
}

export interface ChallengeFound {
  /** What the replay comes to; null: it has no score. */
  is: ReportedChallenge | null;
  /** What the report says and is not so, in sentences. */
  wrong: readonly string[];
  /** Why it has no score; "" when it has one. */
  trouble: string;
}

/** Null where the report speaks of no challenge. */
export async function checkedChallenge(
  deps: ChallengeDeps,
  { run, name, challenge: claimed }: LabReport,
  played: PlayedRun,
): Promise<ChallengeFound | null> {
  const own = run.scenario.kind === "builtin" ? challengeIn(run.scenario.id) : null;
  if (own === null && claimed === undefined) return null;
  if (own === null || (claimed !== undefined && claimed.id !== own))
    return none(
      t("The report is of the challenge “{id}”, and its run is not.", { id: claimed?.id ?? "" }),
    );
  const text = await deps.challenge(own);
  const read = text.ok ? await readChallenge(played.link, text.value) : text;
  if (!text.ok || !read.ok) return { is: null, wrong: [], trouble: read.ok ? "" : read.message };
  const challenge = read.value;
  const foreign = whyForeign(challenge, { run, name }, played, deps.seed);
  if (foreign !== "") return none(foreign);
  const scored = await scoredRun(played.link, text.value, run.actions);
  if (!scored.ok) return { is: null, wrong: [], trouble: scored.message };
  const is = reportedChallenge(own, { text: text.value, title: challenge.title }, scored.value);
  const wrong = mayAccuse(played, claimed, is) ? wrongOf(claimed, is) : [];
  return { is, wrong, trouble: "" };
}

function none(why: string): ChallengeFound {
  return { is: null, wrong: [why], trouble: "" };
}

/** Another engine, or another text, may have come to something else. */
function mayAccuse(
  { same }: PlayedRun,
  claimed: ReportedChallenge | undefined,
  is: ReportedChallenge,
): claimed is ReportedChallenge {
  if (claimed === undefined || claimed.stamp !== is.stamp) return false;
  return same === "equal" || same === "differs";
}

async function readChallenge(link: Link, text: string): Promise<Fetched<Challenge>> {
  const reply = await link.send({ type: "challenge", text });
  if (reply.type === "challenge") return { ok: true, value: reply.challenge };
  return { ok: false, message: reasonOf(reply) };
}

/** A challenge is solved in its own variant and seed, or in the seed of an assignment. */
function whyForeign(
  challenge: Challenge,
  { run, name }: Pick<LabReport, "run" | "name">,
  { state, text }: PlayedRun,
  assigned: number | null,
): string {
  const variant = challenge.variant ?? state.world?.variants[0]?.id ?? "";
  if (run.variant !== variant && run.variant !== "")
    return t("The run is of the variant “{variant}”, not of the challenge’s.", {
      variant: run.variant,
    });
  const seed = assigned ?? challenge.seed ?? (JSON.parse(text) as { seed?: number }).seed;
  const seeds = { found: `${run.seed}`, expected: `${seed}` };
  if (run.seed === seed) return "";
  return assigned === null
    ? t("The run has seed {found}; expected {expected}.", seeds)
    : t(
        "The run has seed {found}; in this assignment the name “{name}” has {expected}. The name was typed otherwise, or the run is somebody else’s.",
        { ...seeds, name },
      );
}

function wrongOf(claimed: ReportedChallenge, is: ReportedChallenge): string[] {
  const wrong: string[] = [];
  if (claimed.solved && !is.solved) wrong.push(t("The run does not solve the challenge."));
  if (claimed.stars !== is.stars)
    wrong.push(
      t("The report says {claimed, plural, one {# star} other {# stars}}; its run earns {is}.", {
        claimed: claimed.stars,
        is: is.stars,
      }),
    );
  if (claimed.score !== is.score)
    wrong.push(
      t("The report says “{claimed}” as the score; its run has “{is}”.", {
        claimed: translate(claimed.score),
        is: translate(is.score),
      }),
    );
  const holds = new Map(is.conditions.map((one) => [one.text, one.holds]));
  for (const { text, holds: says } of claimed.conditions) {
    const really = holds.get(text);
    if (really === says) continue;
    const condition = translate(text);
    if (really === undefined)
      wrong.push(t("The challenge has no condition “{condition}”.", { condition }));
    else
      wrong.push(
        really
          ? t("“{condition}”: the report says that it does not hold; it holds.", { condition })
          : t("“{condition}”: the report says that it holds; it does not.", { condition }),
      );
  }
  return wrong;
}
