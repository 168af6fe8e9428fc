/** The expectations of a scenario file, and the texts that come of changing them. */

import { t, translate } from "@/language/words";
import { changed, documentOf } from "../builder/document";
import { isObject, type Json } from "./names";

export const BOUNDS = ["at_least", "at_most", "equals"] as const;
export type BoundKey = (typeof BOUNDS)[number];

/** One of the list, as it is written. */
export interface Expect {
  index: number;
  goal: Json;
  /** Null: it is no bound on a figure, but something that shall happen, or several goals. */
  figure: { variant: string; path: string } | null;
}

/** Null: the text is no JSON. */
export function expectsOf(text: string): Expect[] | null {
  const read = documentOf(text);
  if (!read.ok) return null;
  const list = isObject(read.value) ? read.value.expect : undefined;
  if (!Array.isArray(list)) return [];
  return list.map((goal: unknown, index) => {
    const written = isObject(goal) ? goal : {};
    const { metric } = written;
    return {
      index,
      goal: written,
      figure: typeof metric === "string" ? splitMetric(metric) : null,
    };
  });
}

function splitMetric(metric: string): { variant: string; path: string } {
  const at = metric.indexOf("/");
  return at < 0
    ? { variant: "", path: metric }
    : { variant: metric.slice(0, at), path: metric.slice(at + 1) };
}

/** `variant` as files write it: "run" in a scenario without variants. */
export function joinMetric(variant: string, path: string): string {
  return variant === "" ? path : `${variant}/${path}`;
}

export function withExpect(text: string, goal: Json): { text: string; index: number } {
  const index = expectsOf(text)?.length ?? 0;
  return { text: changed(text, ["expect", -1], goal), index };
}

/** `undefined` takes a key out. */
export function withKey(text: string, index: number, key: string, value: unknown): string {
  return changed(text, ["expect", index, key], value);
}

export function withoutExpect(text: string, index: number): string {
  return changed(text, ["expect", index], undefined);
}

/** The scenario without what is expected: two texts that are the same then are the same runs. */
export function runPart(text: string): string {
  return changed(text, ["expect"], undefined);
}

/** A few words, until the engine has said it in its own. */
export function expectText({ goal, figure }: Expect): string {
  if (typeof goal.text === "string" && goal.text !== "") return translate(goal.text);
  if (figure === null) return goalText(goal);
  const bounds = BOUNDS.filter((key) => goal[key] !== undefined && goal[key] !== null).map((key) =>
    boundText(key, String(goal[key])),
  );
  const times = typeof goal.times === "string" ? ` × ${goal.times}` : "";
  return `${String(goal.metric)} ${bounds.reduce(withBound, "")}${times}`;
}

function boundText(key: BoundKey, limit: string): string {
  switch (key) {
    case "at_least":
      return t("at least {limit}", { limit });
    case "at_most":
      return t("at most {limit}", { limit });
    case "equals":
      return t("equals {limit}", { limit });
  }
}

function withBound(one: string, other: string): string {
  return one === "" ? other : t("{one} and {other}", { one, other });
}

function goalText(goal: Json): string {
  const { happened, all, any, not } = goal;
  if (typeof happened === "string") {
    return t("It happens: {what}", { what: translate(happened.replaceAll("_", " ")) });
  }
  if (Array.isArray(all)) return t("All of {n} goals", { n: all.length });
  if (Array.isArray(any)) return t("One of {n} goals at least", { n: any.length });
  if (isObject(not)) return t("Not: {goal}", { goal: goalText(not) });
  return t("A goal of a kind that there is not");
}
