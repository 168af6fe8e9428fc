/** Which scenarios and lessons fit what somebody types, in groups by their question. */

import type { ScenarioSummary } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import type { ListedScenario } from "@/session/scenarioList";
import type { Card } from "./cards";

export interface Entry {
  listed: ListedScenario;
  /** What the engine says of it; null until it has. */
  summary: Fetched<ScenarioSummary> | null;
  /** What its card says; undefined until it is known. */
  card?: Card | undefined;
}

/** A lesson, or a story: a lesson to be read. */
export interface LessonEntry {
  id: string;
  title: string;
  text: string;
  /** What it is found by besides. */
  topics: readonly string[];
  minutes: number;
  steps: number;
  isStory: boolean;
  /** All its steps were done on this device. */
  isDone: boolean;
  /** The scenario whose picture it has; with its question it stands. */
  picture: string;
}

export interface Group {
  question: string;
  lessons: LessonEntry[];
  entries: Entry[];
}

/** Every word must be somewhere: in a name, a text, a variant, the question, or a lesson's title. */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  return fitting(entries, typed, textOf);
}

/** Of lessons every word must be in a title, a text, a topic, or the word that says what it is. */
export function foundLessons(lessons: readonly LessonEntry[], typed: string): LessonEntry[] {
  return fitting(lessons, typed, ({ id, title, text, topics, isStory }) =>
    inBoth([id, title, text, ...topics, isStory ? msg("Story") : msg("Lesson")]),
  );
}

/** The question of a lesson: that of the scenario whose picture it has. */
export function questionOf({ picture }: LessonEntry, all: readonly Entry[]): string {
  return all.find(({ listed }) => listed.id === picture)?.listed.question ?? "";
}

/** Questions in the order of the list; `all` has the scenarios that are not shown as well. */
export function grouped(
  entries: readonly Entry[],
  lessons: readonly LessonEntry[] = [],
  all: readonly Entry[] = entries,
): Group[] {
  const groups = new Map<string, Group>();
  for (const { listed } of all)
    groups.set(listed.question, { question: listed.question, lessons: [], entries: [] });
  for (const entry of entries) groups.get(entry.listed.question)?.entries.push(entry);
  for (const lesson of lessons) groups.get(questionOf(lesson, all))?.lessons.push(lesson);
  return [...groups.values()].filter((group) => group.entries.length + group.lessons.length > 0);
}

function fitting<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  return all.filter((one) => {
    const text = folded(textOf(one));
    return words.every((word) => text.includes(word));
  });
}

function textOf({ listed, summary, card }: Entry): string {
  const { id, title, question, lessons } = listed;
  const texts = [id, title, question, card?.sentence ?? ""];
  for (const { number: n, title: name } of lessons) texts.push(t("lesson {n}", { n }), name);
  if (summary?.ok === true) {
    texts.push(summary.value.text);
    for (const variant of summary.value.variants) {
      texts.push(variant.id, variant.title, variant.text);
    }
  }
  return inBoth(texts);
}

/** In English too: who knows a name finds it by that. */
function inBoth(texts: readonly string[]): string {
  return [...texts, ...texts.map(translate)].join("\n");
}

/** Without case and without marks on letters; a hyphen is as good as a space. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("-", " ");
}
