/** The list of the page's own scenarios, from a file beside the page. */

import { t } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";

export interface ListedScenario {
  id: string;
  file: string;
  title: string;
  /** Which it answers; those of one question stand together. */
  question: string;
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
