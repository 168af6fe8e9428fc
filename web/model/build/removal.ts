/**
 * Taking a thing out of a file, with what cannot be without it: the machines of a zone, its links,
 * the load that enters there, what is done to them. Must not know how it is drawn.
 */

import { t } from "@/language/words";
import { changed } from "./document";
import { type DrawnNode, fieldsOf, itemsOf, networkOf, textOf, valueAt } from "./network";
import type { Path } from "./part";
import { referencesTo } from "./references";
import { pathOf, readValue, type Step, type Thing } from "./steps";

interface Removal {
  /** What goes, in words, the thing itself left out. */
  along: string[];
  paths: Path[];
  /** How many replicas there can still be, where there were to be more. */
  replicas: number | null;
}

/** Ids of all that goes with a zone or a machine, itself included. */
function goneWith(value: unknown, thing: Thing): Set<string> {
  if (thing.kind === "link" || thing.kind === "workload") return new Set();
  const gone = new Set([thing.id]);
  if (thing.kind !== "zone") return gone;
  const topology = fieldsOf(fieldsOf(value).topology);
  for (const key of ["stores", "gateways", "balancers"]) {
    for (const { id, zone } of itemsOf(topology[key])) {
      if (zone === thing.id) gone.add(textOf(id));
    }
  }
  return gone;
}

function removalOf(value: unknown, thing: Thing): Removal {
  const own = pathOf(value, thing);
  const removal: Removal = { along: [], paths: own === null ? [] : [own], replicas: null };
  const take: Take = (path, words) => {
    removal.paths.push(path);
    if (words !== null) removal.along.push(words);
  };
  const gone = goneWith(value, thing);
  if (thing.kind === "zone") takeMachines(value, thing.id, take);
  takeLinks(value, gone, take);
  const loads = thing.kind === "workload" ? new Set([thing.id]) : takeLoads(value, gone, take);
  takeActions(value, gone, loads, take);
  takeNames(value, gone, take);
  const { nodes } = networkOf(value);
  const left = nodes.filter(({ kind, id }) => kind === "store" && !gone.has(id)).length;
  const replicas = valueAt(value, ["data", "replicas"]) ?? 3;
  const hadStores = nodes.some(({ kind, id }) => kind === "store" && gone.has(id));
  if (hadStores && left > 0 && Number(replicas) > left) {
    removal.replicas = left;
    removal.along.push(t("replicas beyond {n}", { n: left }));
  }
  return removal;
}

/** Without words it is not worth telling. */
type Take = (path: Path, words: string | null) => void;

function takeMachines(value: unknown, zone: string, take: Take): void {
  for (const node of networkOf(value).nodes) {
    if (node.zone !== zone) continue;
    take(node.path, machineOf(node));
  }
  const list: Path = ["topology", "balancers"];
  for (const [i, balancer] of itemsOf(valueAt(value, list)).entries()) {
    if (balancer.zone === zone) {
      take([...list, i], t("balancer {id}", { id: textOf(balancer.id) }));
    }
  }
}

function machineOf({ kind, id }: DrawnNode): string {
  switch (kind) {
    case "store":
      return t("store {id}", { id });
    case "gateway":
      return t("gateway {id}", { id });
    case "pd":
      return t("the placement driver");
  }
}

function takeLinks(value: unknown, gone: ReadonlySet<string>, take: Take): void {
  const list: Path = ["topology", "links", "between"];
  for (const [i, { zones }] of itemsOf(valueAt(value, list)).entries()) {
    const pair = Array.isArray(zones) ? zones.map(textOf) : [];
    if (pair.some((zone) => gone.has(zone))) {
      take([...list, i], t("link {ends}", { ends: pair.join("–") }));
    }
  }
}

/** Loads that enter where nothing is left to enter. */
function takeLoads(value: unknown, gone: ReadonlySet<string>, take: Take): Set<string> {
  const gateways = networkOf(value).nodes.filter(({ kind }) => kind === "gateway");
  const left = gateways.filter(({ id }) => !gone.has(id));
  const taken = new Set<string>();
  for (const [i, { id, from }] of itemsOf(valueAt(value, ["workload"])).entries()) {
    const wasZone = gateways.some(({ zone }) => zone === from);
    const isDry = wasZone && !left.some(({ zone }) => zone === from);
    if (!gone.has(textOf(from)) && !(isDry && gone.size > 0)) continue;
    taken.add(textOf(id));
    take(["workload", i], t("load {id}", { id: textOf(id) }));
  }
  return taken;
}

function takeActions(
  value: unknown,
  gone: ReadonlySet<string>,
  loads: ReadonlySet<string>,
  take: Take,
): void {
  const actions = valueAt(value, ["actions"]);
  if (!Array.isArray(actions)) return;
  for (const [i, action] of actions.entries()) {
    const names =
      [...gone].some((id) => referencesTo(action, "node", id).length > 0) ||
      [...loads].some((id) => referencesTo(action, "workload", id).length > 0);
    if (!names) continue;
    const { at, do: verb } = fieldsOf(action);
    const values = { verb: textOf(verb), at: textOf(at) };
    take(["actions", i], t("the action “{verb}” at {at}", values));
  }
}

/** Lists of names: the names alone go. */
const NAMES: readonly Path[] = [
  ["data", "leaders"],
  ["data", "stores"],
  ["settings", "follower_replication"],
];

function takeNames(value: unknown, gone: ReadonlySet<string>, take: Take): void {
  const hosts = itemsOf(valueAt(value, ["topology", "hosts"])).map(
    (_, i): Path => ["topology", "hosts", i, "nodes"],
  );
  const loads = itemsOf(valueAt(value, ["workload"])).map(
    (_, i): Path => ["workload", i, "through"],
  );
  for (const path of [...NAMES, ...hosts, ...loads]) {
    const names = valueAt(value, path);
    if (!Array.isArray(names)) continue;
    for (const [i, name] of names.entries()) {
      if (gone.has(textOf(name))) take([...path, i], null);
    }
  }
}

/** What goes with a thing, in words, before it is taken. */
export function goesAlong(value: unknown, thing: Thing): string[] {
  return removalOf(value, thing).along;
}

export function removed(text: string, thing: Thing): Step {
  const value = readValue(text);
  const { paths, along, replicas } = removalOf(value, thing);
  let next = text;
  for (const path of lastFirst(paths)) next = changed(next, path, undefined);
  if (replicas !== null) next = changed(next, ["data", "replicas"], replicas);
  const said = saidOf(value, thing);
  const things = along.join(t(", "));
  return {
    text: next,
    said: along.length === 0 ? said : t("{said} With it: {things}.", { said, things }),
    thing: null,
  };
}

function saidOf(value: unknown, thing: Thing): string {
  switch (thing.kind) {
    case "zone":
      return t("Zone {id} was removed.", { id: thing.id });
    case "workload":
      return t("Load {id} was removed.", { id: thing.id });
    case "link": {
      const { from, to } = thing;
      return t("The values of the link {from}–{to} were removed.", { from, to });
    }
    case "node":
      return nodeSaid(value, thing.id);
  }
}

function nodeSaid(value: unknown, id: string): string {
  switch (networkOf(value).nodes.find((node) => node.id === id)?.kind) {
    case "gateway":
      return t("Gateway {id} was removed.", { id });
    case "pd":
      return t("The placement driver was removed.");
    case "store":
    case undefined:
      return t("Store {id} was removed.", { id });
  }
}

/** So that none moves the place of another; what lies in another goes with that. */
function lastFirst(paths: readonly Path[]): Path[] {
  const outer = paths.filter(
    (path) =>
      !paths.some((other) => other.length < path.length && other.every((s, i) => s === path[i])),
  );
  return outer.sort(compare).reverse();
}

function compare(a: Path, b: Path): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [one, two] = [a[i], b[i]];
    if (one === two || one === undefined || two === undefined) continue;
    if (typeof one === "number" && typeof two === "number") return one - two;
    return String(one) < String(two) ? -1 : 1;
  }
  return a.length - b.length;
}
