/** The runs of challenges, each a scenario of the page that is called after its challenge. */

import { t } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";
import type { ScenarioSource } from "./session";

const FOLDER = "./challenges";
const PREFIX = "challenge.";
const ID = /^[a-z0-9-]{1,60}$/;

export function challengeSource(id: string): ScenarioSource {
  return { kind: "builtin", id: PREFIX + id };
}

/** The challenge whose run this is; null of any other. */
export function challengeOf(source: ScenarioSource): string | null {
  return source.kind === "builtin" ? challengeIn(source.id) : null;
}

export function challengeIn(scenario: string): string | null {
  const id = scenario.slice(PREFIX.length);
  return scenario.startsWith(PREFIX) && ID.test(id) ? id : null;
}

export async function fetchChallenge(id: string): Promise<Fetched<string>> {
  const text = await fetchText(`${FOLDER}/${id}.json`);
  if (text.ok) return text;
  return {
    ok: false,
    message: t("There is no challenge “{id}” here. {message}", { id, message: text.message }),
  };
}

/** The text of a challenge's run; `named` fetches a scenario that it names. */
export async function fetchChallengeRun(
  id: string,
  named: (scenario: string) => Promise<Fetched<string>>,
): Promise<Fetched<string>> {
  const text = await fetchChallenge(id);
  if (!text.ok) return text;
  try {
    const { scenario } = JSON.parse(text.value) as { scenario?: unknown };
    if (typeof scenario === "string") return await named(scenario);
    return { ok: true, value: JSON.stringify(scenario, null, 2) };
  } catch {
    return { ok: false, message: t("The challenge “{id}” is not JSON.", { id }) };
  }
}
