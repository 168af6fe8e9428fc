/** Resources by how much of them is used, and what is said of the one that limits. Pure. */

import type { Frame, ResourceInfo, World } from "@/engine/types";
import { msg, small, t, translate } from "@/language/words";
import { formatCount, formatDuration, formatPpm, threeDigits } from "@/model/units";

export interface Used {
  info: ResourceInfo;
  servers: number;
  usedPpm: number;
  queuedUs: number;
}

/** Those that have a limit and are used, the busiest first. */
export function usedResources(world: World, frame: Frame): Used[] {
  const { servers, used_ppm, queued_us } = frame.resources;
  const all = world.resources.map((info, place) => ({
    info,
    servers: servers[place] ?? 0,
    usedPpm: used_ppm[place] ?? 0,
    queuedUs: queued_us[place] ?? 0,
  }));
  const inUse = all.filter((one) => one.servers > 0 && (one.usedPpm > 0 || one.queuedUs > 0));
  return inUse.sort((a, b) => b.usedPpm - a.usedPpm || a.info.index - b.info.index);
}

/** Resources of one kind: the busiest stands for them. */
export interface Group {
  first: Used;
  others: readonly Used[];
}

/** By kind, in the order of the busiest of each. */
export function groups(used: readonly Used[]): Group[] {
  const byKind = new Map<string, { first: Used; others: Used[] }>();
  for (const one of used) {
    const group = byKind.get(one.info.kind);
    if (group === undefined) byKind.set(one.info.kind, { first: one, others: [] });
    else group.others.push(one);
  }
  return [...byKind.values()];
}

/** "29 others, 64 to 67 %"; empty where there are none. */
export function othersText(others: readonly Used[]): string {
  const most = others[0];
  const least = others.at(-1);
  if (most === undefined || least === undefined) return "";
  const [from, to] = [formatPpm(least.usedPpm), formatPpm(most.usedPpm)];
  const values = { n: others.length, from, to };
  return from === to
    ? t("{n, plural, one {# other} other {# others}}, {to}", values)
    : t("{n, plural, one {# other} other {# others}}, {from} to {to}", values);
}

/** "g1, gateway cores"; of a link "az1 to az2, bandwidth". */
export function resourceName({ id, kind, label }: ResourceInfo): string {
  const named = small(translate(label));
  const [from = "", to = ""] = id.split(">");
  return kind === "link-bandwidth"
    ? t("{from} to {to}, {label}", { from, to, label: named })
    : t("{place}, {label}", { place: id, label: named });
}

/** "12,300 requests/s". */
export function rateText(qps: number): string {
  const figure = qps < 100 ? threeDigits(qps) : formatCount(Math.round(qps));
  return t("{figure} requests/s", { figure });
}

/** What limits, how far it reaches, and what would limit next. */
export function limitSentences(world: World, frame: Frame): string[] {
  const { limit } = frame;
  if (limit === null) return [t("Nothing is used yet.")];
  const first = world.resources[limit.resource];
  const used = frame.resources.used_ppm[limit.resource] ?? 0;
  if (first === undefined) return [];
  const values = {
    name: withAlike(resourceName(first), alike(world, frame, first)),
    used: formatPpm(used),
    rate: rateText(limit.qps),
  };
  const said = [
    limit.limits
      ? t("The limit: {name}. It is {used} busy, at {rate}.", values)
      : idleText(values, limit.ceiling_qps),
  ];
  if (limit.ceiling_qps === null) said.push(t(WASTED));
  const next = limit.next === null ? undefined : world.resources[limit.next];
  if (next !== undefined && limit.next_ceiling_qps !== null) {
    said.push(
      t("Next would be {next}, at {rate}.", {
        next: resourceName(next),
        rate: rateText(limit.next_ceiling_qps),
      }),
    );
  }
  return said;
}

const WASTED = msg(
  "Requests go without an answer: what they take is in no rate, so none is told at which it is full.",
);

function idleText(values: { name: string; used: string }, ceilingQps: number | null): string {
  return ceilingQps === null
    ? t("Nothing is full. The busiest: {name}, {used} busy.", values)
    : t("Nothing is full. The busiest: {name}, {used} busy. It would be full at {rate}.", {
        ...values,
        rate: rateText(ceilingQps),
      });
}

/** "g1, gateway cores, and 29 others". */
function withAlike(name: string, n: number): string {
  if (n === 0) return name;
  return t("{name}, and {n, plural, one {# other} other {# others}}", { name, n });
}

/** How many others are of the same kind and full too. */
function alike(world: World, frame: Frame, first: ResourceInfo): number {
  const { used_ppm, servers } = frame.resources;
  return world.resources.filter(
    ({ kind, index }) =>
      kind === first.kind &&
      index !== first.index &&
      (servers[index] ?? 0) > 0 &&
      (used_ppm[index] ?? 0) >= world.full_ppm,
  ).length;
}

export interface Littles {
  id: string;
  qps: number;
  meanUs: number;
  /** What Little's law makes of the two: what is in flight at one instant may be more or less. */
  inFlight: number;
}

/** Loads that get answers: how many are answered, how long each took, how many are under way so. */
export function littles(world: World, frame: Frame): Littles[] {
  // What is in flight is in part what will have no answer.
  if (frame.limit?.ceiling_qps === null) return [];
  return world.workloads.flatMap(({ index, id }) => {
    const state = frame.workloads[index];
    if (state === undefined || state.qps <= 0) return [];
    const { qps, recent_mean_us: meanUs } = state;
    return [{ id, qps, meanUs, inFlight: (qps * meanUs) / 1e6 }];
  });
}

/** "18,900 requests/s, 15.9 ms each: 300 in flight". */
export function littleText({ inFlight, qps, meanUs }: Littles): string {
  return t("{rate}, {time} each: {n} in flight", {
    n: threeDigits(inFlight),
    rate: rateText(qps),
    time: formatDuration(Math.round(meanUs)),
  });
}
