/** What an act can name: places, loads, ranges and faults of a run or of a scenario file. */

import type { SwitchInfo, World } from "@/engine/types";
import { READ_MODES, WORK } from "@/engine/vocabulary";
import { msg, t, translate } from "@/language/words";
import { durationUs } from "../durations";

export interface Option {
  value: string;
  label: string;
}

export interface Names {
  zones: readonly string[];
  nodes: readonly Node[];
  workloads: readonly string[];
  sized: readonly string[];
  ranges: readonly number[];
  /** While the run goes on more may come, which can be named too. */
  moreRanges: boolean;
  /** The range that is meant where none is named; undefined: the engine's. */
  range?: number | undefined;
  lastKey: number;
  faults: readonly Option[];
  modes: readonly Option[];
  switches: readonly SwitchInfo[];
  /** What switches go to when they are named first. */
  atRest?: World["settings_at_rest"] | undefined;
}

export interface Node {
  id: string;
  kind: World["nodes"][number]["kind"];
  zone: string;
}

export type PlaceKind = Node["kind"] | "zone";

const PLACES: Readonly<Record<PlaceKind, string>> = {
  zone: msg("zone {id}"),
  store: msg("store {id} in {zone}"),
  gateway: msg("gateway {id} in {zone}"),
  pd: msg("placement driver {id} in {zone}"),
};

/** Everything that a link can end at, zones first. */
export function placesIn({ zones, nodes }: Names): (Option & { kind: PlaceKind })[] {
  const all = [...zones.map((id) => ({ id, kind: "zone" as const, zone: id })), ...nodes];
  return all.map(({ id, kind, zone }) => ({
    value: id,
    kind,
    label: t(PLACES[kind], { id, zone }),
  }));
}

/** `range`: the one that is shown. */
export function namesInRun(world: World, range: number): Names {
  const { zones, nodes, tunables, ranges } = world;
  return {
    zones: zones.map(({ id }) => id),
    nodes: nodes.map(({ id, kind, zone }) => ({ id, kind, zone: zones[zone]?.id ?? "?" })),
    workloads: world.workloads.map(({ id }) => id),
    sized: [...new Set(tunables.map(({ of }) => of))],
    ranges: ranges.map(({ id }) => id),
    moreRanges: false,
    range,
    lastKey: lastKey(world),
    faults: [],
    ...chosenInRun(world),
  };
}

/** What is the same in every run, in the words of this one. */
export function chosenInRun(world: World): Pick<Names, "modes" | "switches" | "atRest"> {
  return {
    modes: world.read_modes.map(({ id, label }) => ({ value: id, label: translate(label) })),
    switches: world.switches,
    atRest: world.settings_at_rest,
  };
}

export function lastKey({ ranges }: Pick<World, "ranges">): number {
  return ranges.reduce((last, range) => Math.max(last, range.last_key), 0);
}

/** As the schema says of a file that does not. */
const DURATION_US = 60_000_000;
const ROWS = 10_000;

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The scenario as a variant has it: its patch merged over the file's other keys (RFC 7396). */
export function inVariant(file: unknown, variant: string): Json {
  const whole = isObject(file) ? file : {};
  const { variants, ...rest } = whole;
  const patch = isObject(variants) ? variants[variant] : undefined;
  return isObject(patch) ? (merged(rest, patch) as Json) : rest;
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/** In the order of the file. */
export function variantsOf(file: unknown): { id: string; title: string }[] {
  const variants = isObject(file) && isObject(file.variants) ? file.variants : {};
  return Object.entries(variants).map(([id, patch]) => ({
    id,
    title: isObject(patch) && typeof patch.title === "string" ? patch.title : id,
  }));
}

export function durationOf(scenario: Json): number {
  return durationUs(scenario.duration) ?? DURATION_US;
}

export function workloadsOf(scenario: Json): string[] {
  return idsIn(scenario.workload);
}

export function namesOf(scenario: Json): Names {
  const topology = isObject(scenario.topology) ? scenario.topology : {};
  const data = isObject(scenario.data) ? scenario.data : {};
  const zones = idsIn(topology.zones);
  const workloads = workloadsOf(scenario);
  const nodes = [...nodesIn(topology.stores, "store"), ...nodesIn(topology.gateways, "gateway")];
  const ranges = typeof data.ranges === "number" ? data.ranges : 1;
  return {
    zones,
    nodes,
    workloads,
    sized: [
      ...nodes.map(({ id }) => id),
      ...idsIn(topology.balancers),
      ...idsIn(topology.hosts),
      ...workloads,
      ...zones.flatMap((from) => zones.map((to) => `${from}>${to}`)),
      ...WORK,
    ],
    ranges: Array.from({ length: ranges }, (_, id) => id),
    moreRanges: true,
    lastKey: (typeof data.rows === "number" ? data.rows : ROWS) - 1,
    faults: [],
    modes: Object.keys(READ_MODES).map((id) => ({ value: id, label: id })),
    switches: [],
  };
}

function nodesIn(list: unknown, kind: Node["kind"]): Node[] {
  return itemsIn(list).map(({ id, zone }) => ({
    id,
    kind,
    zone: typeof zone === "string" ? zone : "?",
  }));
}

function idsIn(list: unknown): string[] {
  return itemsIn(list).map(({ id }) => id);
}

function itemsIn(list: unknown): (Json & { id: string })[] {
  if (!Array.isArray(list)) return [];
  return list.filter(
    (one): one is Json & { id: string } => isObject(one) && typeof one.id === "string",
  );
}
