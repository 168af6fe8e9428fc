/**
 * Which scenarios of the list fit what somebody types, in groups by the question that they answer.
 * Pure. Must not know how the list is shown.
 */

import type { ScenarioSummary } from "@/engine/types";
import { t, told } from "@/language/words";
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

export interface Group {
  question: string;
  entries: Entry[];
}

/** Every word must be somewhere: in a name, a text, a variant, the question, or a lesson's title. */
export function found(entries: readonly Entry[], typed: string): Entry[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...entries];
  return entries.filter((entry) => {
    const text = folded(textOf(entry));
    return words.every((word) => text.includes(word));
  });
}

/** Questions in the order of the list. */
export function grouped(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const { question } = entry.listed;
    groups.set(question, [...(groups.get(question) ?? []), entry]);
  }
  return [...groups].map(([question, of]) => ({ question, entries: of }));
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
  // In English too: who knows a name finds it by that.
  return [...texts, ...texts.map(told)].join("\n");
}

/** Without case and without marks on letters; a hyphen is as good as a space. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("-", " ");
}
