/** A form as it is being filled in, sound or not, and the file that it becomes. */

import type { AdviceForm } from "@/engine/lens";
import { clauses } from "@/language/written";

/** Where a number belongs there may be something else for a while. */
type Loose<T> = T extends number
  ? number | string
  : T extends readonly (infer One)[]
    ? Loose<One>[]
    : T extends object
      ? { [Key in keyof T]: Loose<T[Key]> }
      : T;

export type Draft = Loose<AdviceForm>;
export type DraftZone = Draft["zones"][number];

export interface Pair {
  a: string;
  b: string;
  rtt: string;
  /** Where the way begins that `there` is of: the zone that the form names first. */
  first: string;
  there: string | null;
  jitter: string | null;
  usd_per_gb: number | string;
  /** Its place among those that the form names. */
  place: number | null;
}

/** The form as a file; what is not said is left out. */
export function textOf(draft: Draft): string {
  const said = (_: string, value: unknown): unknown => (value === null ? undefined : value);
  return `${JSON.stringify(draft, said, 2)}\n`;
}

/** What a person typed where a number belongs. */
export function entered(text: string): number | string {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

export function pairsOf({ zones, links }: Draft): Pair[] {
  return zones.flatMap(({ id: a }, at) =>
    zones.slice(at + 1).map(({ id: b }) => {
      const place = links.between.findIndex((pair) => isOf(pair, a, b));
      const said = links.between[place];
      return {
        a,
        b,
        rtt: said?.rtt ?? links.across_rtt,
        first: said?.zones[0] ?? a,
        there: said?.there ?? null,
        jitter: said?.jitter ?? null,
        usd_per_gb: said?.usd_per_gb ?? links.across_usd_per_gb,
        place: said === undefined ? null : place,
      };
    }),
  );
}

/** The form with something else between two zones. */
export function withPair(draft: Draft, pair: Pair): Draft {
  const { a, b, rtt, first, there, jitter, usd_per_gb, place } = pair;
  const zones: [string, string] = first === b ? [b, a] : [a, b];
  const said = { zones, rtt, there, jitter, usd_per_gb };
  const { between } = draft.links;
  const next = place === null ? [...between, said] : between.with(place, said);
  return { ...draft, links: { ...draft.links, between: next } };
}

/** The form with another zone in a place; what names it names it still. */
export function withZone(draft: Draft, place: number, zone: DraftZone): Draft {
  const before = draft.zones[place];
  if (before === undefined) return draft;
  const named = (id: string): string => (id === before.id ? zone.id : id);
  // Two zones of one name for a while would become one pair.
  const isNew = !draft.zones.some(({ id }, at) => at !== place && id === zone.id);
  const between = draft.links.between.map((pair) =>
    isNew && before.id !== zone.id
      ? { ...pair, zones: pair.zones.map(named) as [string, string] }
      : pair,
  );
  return { ...draft, zones: draft.zones.with(place, zone), links: { ...draft.links, between } };
}

export function withoutZone(draft: Draft, place: number): Draft {
  const gone = draft.zones[place]?.id;
  const between = draft.links.between.filter(({ zones }) => !zones.some((id) => id === gone));
  return { ...draft, zones: draft.zones.toSpliced(place, 1), links: { ...draft.links, between } };
}

/** The form with one zone more, of a name that no other has. */
export function withNewZone(draft: Draft): Draft {
  const ids = new Set(draft.zones.map(({ id }) => id));
  let number = draft.zones.length + 1;
  while (ids.has(`zone${number}`)) number += 1;
  const zone: DraftZone = {
    id: `zone${number}`,
    region: "",
    stores: 1,
    clients: 10,
    election_ticks: null,
  };
  return { ...draft, zones: [...draft.zones, zone] };
}

/** What is said at a place and below it. */
export function problemsAt(
  problems: readonly { path: string; text: string }[],
  path: string,
): string {
  const is = (at: string): boolean =>
    at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`);
  return clauses(problems.filter((problem) => is(problem.path)).map(({ text }) => text));
}

function isOf({ zones: [one, other] }: Draft["links"]["between"][number], a: string, b: string) {
  return (one === a && other === b) || (one === b && other === a);
}
