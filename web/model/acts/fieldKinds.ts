/** What the fields of acts hold: by which control, what each begins with, how it is told. */

import type { Tunable } from "@/engine/types";
import { msg, spoken, t } from "@/language/words";
import { bandwidthText, bitsPerSecond, durationText, durationUs } from "../durations";
import { apart } from "../keyList";
import { type Names, type Node, type Option, type PlaceKind, placesIn } from "./names";

/** A choice of what there is. */
interface Choice {
  by: "choice";
  options: (names: Names) => readonly Option[];
  /** What leaving it out means, where that may be. */
  none?: string;
}

/** A number in a unit of the page's; files write it their own way. */
interface Amount {
  by: "amount";
  unit: string;
  /** How many of the bounds' unit one of the page's is. */
  scale: number;
  /** In the bounds' unit; undefined: it cannot be read. */
  read: (value: unknown) => number | undefined;
  write: (amount: number) => unknown;
  hint?: string;
}

/** Several words, or one of a unit that only its place tells. */
interface Text {
  by: "text";
  /** As files write it. */
  example: string;
  read: (text: string) => unknown;
}

interface FieldKind {
  control: Choice | Amount | Text | { by: "number" | "range" | "flag" | "settings" };
  /** `other`: of the two that an act names, the second. */
  first: (names: Names, other: boolean) => unknown;
  /** It says to what an act is done. */
  isTarget?: true;
}

const TUNABLES: Readonly<Record<Tunable, string>> = {
  cores: msg("Cores of a machine"),
  bandwidth: msg("Bandwidth of a link"),
  window: msg("Bytes in flight on a link"),
  clients: msg("Clients of a load"),
  rate: msg("Requests per second of a load"),
  cost: msg("Core time of a piece of work"),
};

const asIs = (value: unknown): number | undefined =>
  typeof value === "number" ? value : undefined;

/** Nodes of this kind, found by their ids as somebody types them; behind them places of another. */
function those(kind: Node["kind"], other?: PlaceKind): Choice["options"] {
  return (names) => [
    ...names.nodes
      .filter((node) => node.kind === kind)
      .map(({ id, zone }) => ({ value: id, label: t("{id} in {zone}", { id, zone }) })),
    ...placesIn(names).filter((place) => place.kind === other),
  ];
}

function plain(ids: readonly string[]): Option[] {
  return ids.map((id) => ({ value: id, label: id }));
}

function chosen(options: Choice["options"]): Pick<FieldKind, "control" | "first"> {
  return {
    control: { by: "choice", options },
    first: (names, other) => {
      const all = options(names);
      return (all[other ? 1 : 0] ?? all[0])?.value ?? "";
    },
  };
}

export const FIELD_KINDS = {
  place: {
    ...chosen(placesIn),
    // Whole zones first, since they are cut most often; where there is one, what is in it.
    first: (names, other) => {
      const all = names.zones.length > 1 ? placesIn(names) : those("store")(names);
      return all[other ? 1 : 0]?.value ?? "";
    },
    isTarget: true,
  },
  store: { ...chosen(those("store")), isTarget: true },
  machine: { ...chosen(those("store", "gateway")), isTarget: true },
  gateway: { ...chosen(those("gateway", "zone")), isTarget: true },
  workload: { ...chosen(({ workloads }) => plain(workloads)), isTarget: true },
  of: { ...chosen(({ sized }) => plain(sized)), isTarget: true },
  tunable: {
    ...chosen(() => spoken(Object.entries(TUNABLES).map(([value, label]) => ({ value, label })))),
    isTarget: true,
  },
  fault: {
    control: { by: "choice", options: ({ faults }) => faults, none: msg("All links") },
    first: () => undefined,
  },
  mode: {
    control: { by: "choice", options: ({ modes }) => modes, none: msg("As set") },
    first: () => undefined,
  },
  range: {
    control: { by: "range" },
    first: ({ range, ranges }, other) => {
      const one = range ?? ranges[0] ?? 0;
      return other ? (ranges.find((id) => id !== one) ?? one + 1) : one;
    },
  },
  key: {
    control: { by: "number" },
    first: ({ lastKey, ranges }) => Math.floor((lastKey + 1) / Math.max(1, ranges.length) / 2),
    isTarget: true,
  },
  keys: {
    control: { by: "text", example: "1, 5, 9", read: readKeys },
    first: ({ lastKey }) => apart(lastKey),
    isTarget: true,
  },
  chances: {
    control: { by: "text", example: "elections", read: readWords },
    first: () => undefined,
  },
  count: { control: { by: "number" }, first: () => 1 },
  flag: {
    control: { by: "flag" },
    first: () => undefined,
  },
  duration: {
    control: { by: "amount", unit: "ms", scale: 1_000, read: durationUs, write: durationText },
    first: () => "10ms",
  },
  share: {
    control: {
      by: "amount",
      unit: "%",
      scale: 0.01,
      read: asIs,
      write: (share) => Number(share.toPrecision(12)),
    },
    first: () => 0.01,
  },
  bandwidth: {
    control: {
      by: "amount",
      unit: "Mbit/s",
      scale: 1_000_000,
      read: bitsPerSecond,
      write: bandwidthText,
    },
    first: () => "100Mbps",
  },
  ppm: {
    control: {
      by: "amount",
      unit: "%",
      scale: 10_000,
      read: asIs,
      write: Math.round,
      hint: msg("below 0 slow, above 0 fast; from {least} to {most}"),
    },
    first: () => 10_000,
  },
  size: {
    control: { by: "text", example: "4, 100Mbps, 2us", read: readEntered },
    first: () => 4,
  },
  settings: {
    control: { by: "settings" },
    first: () => ({}),
  },
} as const satisfies Readonly<Record<string, FieldKind>>;

export type FieldIs = keyof typeof FIELD_KINDS;

export function fieldKind(is: FieldIs): FieldKind {
  return FIELD_KINDS[is];
}

/** A number where it is one; else the text, of which the engine says what is wrong. */
function readEntered(text: string): number | string | undefined {
  if (text === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

/** Words as a list; nothing at all is left out. */
function readWords(text: string): string[] | undefined {
  const words = wordsIn(text);
  return words.length === 0 ? undefined : words;
}

/** Keys as a list; where one is no number the text stays, of which the engine says what is wrong. */
function readKeys(text: string): number[] | string {
  const keys = wordsIn(text).map((word) => Number(word.replace(/^k/, "")));
  return keys.every(Number.isInteger) ? keys : text;
}

function wordsIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== "");
}
