/**
 * The page's own scenarios: their list and their texts, from files beside the page.
 * Must not know what a scenario means.
 */

import { t } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";
import { challengeIn, fetchChallengeRun } from "./challenges";
import { SCENARIO_BYTES_MAX, type ScenarioSource } from "./session";

export interface ListedScenario {
  id: string;
  file: string;
  title: string;
  /** Which it answers; those of one question stand together. */
  question: string;
  /** The lessons that play it. */
  lessons: readonly LessonUse[];
}

export interface LessonUse {
  id: string;
  /** In the list of lessons, from 1. */
  number: number;
  title: string;
}

const FOLDER = "./scenarios";

/** Once it was read. */
let known: readonly ListedScenario[] | undefined;

export async function fetchScenarioList(): Promise<Fetched<readonly ListedScenario[]>> {
  if (known !== undefined) return { ok: true, value: known };
  const text = await fetchText(`${FOLDER}/index.json`);
  if (!text.ok) return text;
  try {
    const list: unknown = JSON.parse(text.value);
    if (!Array.isArray(list)) throw new Error("not a list");
    known = list.filter(isListed);
    return { ok: true, value: known };
  } catch {
    return { ok: false, message: t("The list of scenarios (scenarios/index.json) is not a list.") };
  }
}

/** The lessons that play a scenario, as far as the list is known. */
export function lessonsOf(id: string): readonly LessonUse[] | undefined {
  return known === undefined ? undefined : (known.find((one) => one.id === id)?.lessons ?? []);
}

export async function fetchScenario(id: string): Promise<Fetched<string>> {
  const challenge = challengeIn(id);
  if (challenge !== null) return fetchChallengeRun(challenge, fetchScenario);
  const list = await fetchScenarioList();
  if (!list.ok) return list;
  const listed = list.value.find((scenario) => scenario.id === id);
  if (listed === undefined) {
    const known = list.value.map((scenario) => scenario.id).join(t(", "));
    return {
      ok: false,
      message: t('There is no scenario "{id}" here. There are: {known}.', { id, known }),
    };
  }
  return fetchText(`${FOLDER}/${listed.file}`);
}

/** The text of a scenario, wherever it comes from. */
export async function textOf(
  source: ScenarioSource,
  fetchBuiltin: (id: string) => Promise<Fetched<string>> = fetchScenario,
): Promise<Fetched<string>> {
  if (source.kind === "builtin") return fetchBuiltin(source.id);
  if (source.text.length <= SCENARIO_BYTES_MAX) return { ok: true, value: source.text };
  return { ok: false, message: t("The file is larger than 2 MB. Scenarios are small JSON files.") };
}

function isListed(x: unknown): x is ListedScenario {
  if (typeof x !== "object" || x === null) return false;
  const { id, file, title, question, lessons } = x as Record<string, unknown>;
  const texts = [id, file, title, question];
  if (!texts.every((text) => typeof text === "string") || !Array.isArray(lessons)) return false;
  return !String(file).includes("/");
}

/** The one that the list has after this one, the first after the last; as far as the list is known. */
export function scenarioAfter(id: string): ListedScenario | undefined {
  if (known === undefined) return undefined;
  const place = known.findIndex((one) => one.id === id);
  return place < 0 ? undefined : known[(place + 1) % known.length];
}
