/** What cannot be without a thing of a file, in the file and in each of its variants. */

import { t } from "@/language/words";
import { fieldsOf, itemsOf, networkOf, textOf, valueAt } from "./network";
import type { Path } from "./part";
import { referencesTo } from "./references";
import type { DrawnTarget } from "./steps";

export interface Dependants {
  /** What goes, in words, each once. */
  words: string[];
  paths: Path[];
  /** What has another value then: replicas that there cannot be, where the placement driver is. */
  instead: { path: Path; value: string | number }[];
}

/** The file without its variants, or one of them. */
interface Part {
  root: Path;
  /** What is written there. */
  own: Fields;
  /** With what a variant leaves as it is. */
  whole: Fields;
}

type Fields = Readonly<Record<string, unknown>>;

/** Without words it is not worth telling. */
type Take = (path: Path, words: string | null) => void;

/** The thing itself is none of them. */
export function dependantsOf(value: unknown, target: DrawnTarget): Dependants {
  const parts = partsOf(fieldsOf(value));
  const words = new Set<string>();
  const found: Dependants = { words: [], paths: [], instead: [] };
  const takeAt =
    ({ root }: Part): Take =>
    (path, told) => {
      found.paths.push([...root, ...path]);
      if (told !== null) words.add(told);
    };
  const gone = goneWith(parts, target);
  const loads = new Map<Part, ReadonlySet<string>>();
  for (const part of parts) {
    const take = takeAt(part);
    if (target.kind === "zone") {
      takeMachines(part, target.id, take);
      const zone = zoneOfDriver(part, target.id);
      if (zone === "") take(["topology", "pd"], t("the placement driver"));
      else if (zone !== null) {
        found.instead.push({ path: [...part.root, "topology", "pd", "zone"], value: zone });
        words.add(t("the place of the placement driver, now {zone}", { zone }));
      }
    }
    takeLinks(part, gone, take);
    loads.set(
      part,
      loadsGone(part, target, gone, take) ?? loads.get(parts[0] as Part) ?? new Set(),
    );
    takeActions(part, gone, loads.get(part) ?? new Set(), take);
    takeBeats(part, gone, take);
    takeNames(part, gone, take);
    const left = replicasLeft(part, gone);
    if (left === null) continue;
    found.instead.push({ path: [...part.root, "data", "replicas"], value: left });
    words.add(t("replicas beyond {n}", { n: left }));
  }
  const everywhere = loadsGoneEverywhere(parts, loads);
  for (const part of parts) takeGoals(part, gone, everywhere, takeAt(part));
  takeConclusions(parts, gone, everywhere, takeAt);
  found.words = [...words];
  return found;
}

function partsOf(value: Fields): Part[] {
  const variants = Object.entries(fieldsOf(value.variants)).map(([id, written]): Part => {
    const own = fieldsOf(written);
    const topology = { ...fieldsOf(value.topology), ...fieldsOf(own.topology) };
    const data = { ...fieldsOf(value.data), ...fieldsOf(own.data) };
    return { root: ["variants", id], own, whole: { ...value, ...own, topology, data } };
  });
  return [{ root: [], own: value, whole: value }, ...variants];
}

/** Ids of all that goes with a zone or a machine, itself included. */
function goneWith(parts: readonly Part[], target: DrawnTarget): Set<string> {
  if (target.kind === "link" || target.kind === "workload") return new Set();
  const gone = new Set([target.id]);
  if (target.kind !== "zone") return gone;
  for (const { own } of parts) {
    for (const key of ["stores", "gateways", "balancers"]) {
      for (const { id, zone } of itemsOf(fieldsOf(own.topology)[key])) {
        if (zone === target.id) gone.add(textOf(id));
      }
    }
  }
  return gone;
}

function takeMachines({ own }: Part, zone: string, take: Take): void {
  for (const { kind, id, path, zone: at } of networkOf(own).nodes) {
    if (at !== zone || kind === "pd") continue;
    take(path, kind === "store" ? t("store {id}", { id }) : t("gateway {id}", { id }));
  }
  const list: Path = ["topology", "balancers"];
  for (const [i, balancer] of itemsOf(valueAt(own, list)).entries()) {
    if (balancer.zone === zone) {
      take([...list, i], t("balancer {id}", { id: textOf(balancer.id) }));
    }
  }
}

/**
 * Switches need it: in the place of a zone that goes, the first that is left has it, "" where none
 * is. Null: it stands elsewhere.
 */
function zoneOfDriver({ own, whole }: Part, gone: string): string | null {
  if (valueAt(own, ["topology", "pd", "zone"]) !== gone) return null;
  return networkOf(whole).zones.find(({ id }) => id !== gone)?.id ?? "";
}

function takeLinks({ own }: Part, gone: ReadonlySet<string>, take: Take): void {
  const list: Path = ["topology", "links", "between"];
  for (const [i, { zones }] of itemsOf(valueAt(own, list)).entries()) {
    const pair = Array.isArray(zones) ? zones.map(textOf) : [];
    if (pair.some((zone) => gone.has(zone))) {
      take([...list, i], t("link {ends}", { ends: pair.join("–") }));
    }
  }
}

/** Loads that enter where nothing is left to enter; none where a variant has no loads of its own. */
function loadsGone(
  { own, whole }: Part,
  target: DrawnTarget,
  gone: ReadonlySet<string>,
  take: Take,
): ReadonlySet<string> | null {
  if (own.workload === undefined) return null;
  if (target.kind === "workload") return new Set([target.id]);
  const gateways = networkOf(whole).nodes.filter(({ kind }) => kind === "gateway");
  const left = gateways.filter(({ id }) => !gone.has(id));
  const taken = new Set<string>();
  for (const [i, { id, from }] of itemsOf(own.workload).entries()) {
    const wasZone = gateways.some(({ zone }) => zone === from);
    const isDry = wasZone && !left.some(({ zone }) => zone === from);
    if (!gone.has(textOf(from)) && !(isDry && gone.size > 0)) continue;
    taken.add(textOf(id));
    take(["workload", i], t("load {id}", { id: textOf(id) }));
  }
  return taken;
}

/** Loads that no part has any more: of one that a variant still has, something can be expected. */
function loadsGoneEverywhere(
  parts: readonly Part[],
  gone: ReadonlyMap<Part, ReadonlySet<string>>,
): Set<string> {
  const taken = new Set([...gone.values()].flatMap((ids) => [...ids]));
  for (const part of parts) {
    for (const { id } of itemsOf(part.whole.workload)) {
      if (gone.get(part)?.has(textOf(id)) !== true) taken.delete(textOf(id));
    }
  }
  return taken;
}

function isNamed(value: unknown, gone: ReadonlySet<string>, loads: ReadonlySet<string>): boolean {
  return (
    [...gone].some((id) => referencesTo(value, "node", id).length > 0) ||
    [...loads].some((id) => referencesTo(value, "workload", id).length > 0)
  );
}

function takeActions(
  { own }: Part,
  gone: ReadonlySet<string>,
  loads: ReadonlySet<string>,
  take: Take,
): void {
  for (const [i, action] of itemsOf(own.actions).entries()) {
    if (!isNamed(action, gone, loads)) continue;
    const values = { verb: textOf(action.do), at: textOf(action.at) };
    take(["actions", i], t("the action “{verb}” at {at}", values));
  }
}

/** A beat whose act has lost its place, and those after it: they tell what follows from the act. */
function takeBeats({ own }: Part, gone: ReadonlySet<string>, take: Take): void {
  const beats = itemsOf(valueAt(own, ["show", "beats"]));
  const first = beats.findIndex(({ act }) => isNamed(act, gone, new Set()));
  if (first < 0) return;
  for (const i of beats.keys())
    if (i >= first) take(["show", "beats", i], t("what is said while it plays"));
}

/** Lists of names: the names alone go. */
const NAMES: readonly Path[] = [
  ["data", "leaders"],
  ["data", "stores"],
  ["settings", "follower_replication"],
];

function takeNames({ own, whole }: Part, gone: ReadonlySet<string>, take: Take): void {
  const all = new Set([...gone, ...emptied(whole, gone)]);
  const takeFrom = (path: Path, ids: ReadonlySet<string>): void => {
    for (const [i, name] of namesAt(own, path).entries())
      if (ids.has(name)) take([...path, i], null);
  };
  for (const path of NAMES) takeFrom(path, all);
  for (const i of itemsOf(own.workload).keys()) takeFrom(["workload", i, "through"], gone);
  for (const i of itemsOf(valueAt(own, ["topology", "hosts"])).keys()) {
    const host: Path = ["topology", "hosts", i];
    const names = namesAt(own, [...host, "nodes"]);
    // A host of nothing is none.
    if (names.length > 0 && names.every((name) => gone.has(name))) take(host, null);
    else takeFrom([...host, "nodes"], gone);
  }
}

function namesAt(value: unknown, path: Path): string[] {
  const names = valueAt(value, path);
  return Array.isArray(names) ? names.map(textOf) : [];
}

/** Zones of which every store goes: no copy of data can be put there by the zone's name. */
function emptied(whole: Fields, gone: ReadonlySet<string>): string[] {
  const stores = networkOf(whole).nodes.filter(({ kind }) => kind === "store");
  const left = stores.filter(({ id }) => !gone.has(id));
  const zones = stores.filter(({ id }) => gone.has(id)).map(({ zone }) => zone);
  return zones.filter((zone) => !left.some((store) => store.zone === zone));
}

/** How many replicas there can still be, where there were to be more. */
function replicasLeft({ own, whole, root }: Part, gone: ReadonlySet<string>): number | null {
  const isSaid = valueAt(own, ["data", "replicas"]) !== undefined;
  if (!isSaid && root.length > 0) return null;
  const stores = networkOf(whole).nodes.filter(({ kind }) => kind === "store");
  const isStore = (name: string): boolean => stores.some(({ id }) => id === name);
  const named = namesAt(whole, ["data", "stores"]);
  const first = named.length > 0 && named.every(isStore) ? named : stores.map(({ id }) => id);
  const left = first.filter((id) => !gone.has(id)).length;
  if (left === first.length || left === 0) return null;
  const replicas = valueAt(whole, ["data", "replicas"]) ?? 3;
  return Number(replicas) > left ? left : null;
}

/** What is expected, asked and to be tried: without its thing it can be neither met nor missed. */
function takeGoals(
  { own }: Part,
  gone: ReadonlySet<string>,
  loads: ReadonlySet<string>,
  take: Take,
): void {
  const told = { expect: t("what is expected of it"), checkpoints: t("what is asked of it") };
  for (const key of ["expect", "checkpoints"] as const) {
    for (const [i, goal] of itemsOf(own[key]).entries()) {
      if (isNamed(goal, gone, loads)) take([key, i], told[key]);
    }
  }
  if (isNamed({ proves: own.proves }, gone, loads)) take(["proves"], t("what it proves"));
  const { next, ...first } = fieldsOf(own.try);
  if (isNamed(first, gone, loads)) take(["try"], t("what there is to try with it"));
  else if (isNamed(next, gone, loads)) take(["try", "next"], t("what there is to try with it"));
}

/** A variant's adds to that of the file and goes with it. */
function takeConclusions(
  parts: readonly Part[],
  gone: ReadonlySet<string>,
  loads: ReadonlySet<string>,
  takeAt: (part: Part) => Take,
): void {
  const [file] = parts;
  const isFirstGone = isNamed(file?.own.conclusion, gone, loads);
  for (const part of parts) {
    const { conclusion } = part.own;
    if (conclusion === undefined) continue;
    if (isFirstGone || isNamed(conclusion, gone, loads))
      takeAt(part)(["conclusion"], t("its conclusion"));
  }
}
