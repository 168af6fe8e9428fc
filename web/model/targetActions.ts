/** What a person can do to each thing, as verbs, for the map's menus and the inspector. */

import type { Action, FaultKind, FaultView, Frame, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { does, faultActs, rowOf } from "./acts/acts";
import { cureOf } from "./cure";
import {
  apart,
  blocks,
  cuts,
  downBy,
  type FaultTarget,
  isOfLink,
  isOfNetwork,
  isOfPlace,
} from "./faults";
import { leads, learns, roleOf } from "./roles";

export interface TargetAction {
  label: string;
  action: Action;
}

export function storeActions(
  world: World,
  frame: Frame,
  node: number,
  range: number,
): TargetAction[] {
  const id = world.nodes[node]?.id ?? "";
  const isUp = downBy(frame.faults, id) === undefined;
  return [
    ...power(frame, id, ["store", "server"]),
    ...isolation(frame, id),
    ...(isUp ? leadership(world, frame, node, range) : []),
  ];
}

export function gatewayActions(world: World, frame: Frame, node: number): TargetAction[] {
  const info = world.nodes[node];
  if (info === undefined) return [];
  const { id, kind } = info;
  // A placement driver has no process of its own here.
  return [...(kind === "pd" ? [] : power(frame, id, ["server"])), ...isolation(frame, id)];
}

/** What stands ends; what does not can be made, a stop of the process only while it runs. */
function power(frame: Frame, store: string, targets: readonly FaultTarget[]): TargetAction[] {
  const down = downBy(frame.faults, store);
  const made = targets.flatMap((target) => {
    const isThere = target === "store" ? down !== undefined : false;
    return isThere ? [] : faultActs(target).filter((kind) => kind !== down?.kind);
  });
  return [
    ...(down === undefined ? [] : [plain(cureOf(down).action)]),
    ...made.map((kind) => plain({ do: kind, store } as Action)),
  ];
}

export function zoneActions(world: World, frame: Frame, zone: number): TargetAction[] {
  const id = world.zones[zone]?.id ?? "";
  const heals = frame.faults
    .filter((f) => (f.from === id || f.to === id) && isOfLink(f))
    .map((f) =>
      labelled(t("Heal: {text}", { text: translate(f.text) }), { do: "heal", fault: f.id }),
    );
  return [...isolation(frame, id), ...heals];
}

/** What nothing on a link gets past; a fault that something passes needs amounts, so it has a form. */
const BARRIERS = faultActs("link").filter((kind) => blocks({ kind })) as [
  FaultKind,
  ...FaultKind[],
];

function barrier(kind: FaultKind, from: string, to: string, ways: "both" | "one"): Action {
  return { do: kind, from, to, ...(ways === "one" ? { one_way: true } : {}) } as Action;
}

/** Barriers on the link between two zones, as far as none stands there, and heals. */
export function linkActions(world: World, frame: Frame, from: number, to: number): TargetAction[] {
  const a = world.zones[from]?.id ?? "";
  const b = world.zones[to]?.id ?? "";
  const standing = linkFaults(world, frame, from, to);
  const open = [
    [a, b],
    [b, a],
  ].filter(([there = "", here = ""]) => !standing.some((fault) => cuts(fault, there, here)));
  const made = BARRIERS.flatMap((kind) => {
    const act = t(rowOf(kind).button);
    const both = labelled(t("{act} both ways", { act }), barrier(kind, a, b, "both"));
    const ways = open.map(([from = "", to = ""]) =>
      labelled(t("{act} {from} → {to}", { act, from, to }), barrier(kind, from, to, "one")),
    );
    return open.length === 2 ? [both, ...ways] : ways;
  });
  const healed = standing.map(({ id, text }) =>
    labelled(standing.length === 1 ? t("Heal") : t("Heal: {text}", { text: translate(text) }), {
      do: "heal",
      fault: id,
    }),
  );
  return [...made, ...healed];
}

/** What one press on a link does where nobody is asked: it heals what stands there, or cuts it. */
export function linkPress(world: World, frame: Frame, from: number, to: number): Action {
  const [standing] = linkFaults(world, frame, from, to);
  if (standing !== undefined) return { do: "heal", fault: standing.id };
  const [a, b] = [world.zones[from]?.id ?? "", world.zones[to]?.id ?? ""];
  return barrier(BARRIERS[0], a, b, "both");
}

/** What one press on a zone does there: it is cut off, or heals. */
export function zonePress(world: World, frame: Frame, zone: number): Action {
  const place = world.zones[zone]?.id ?? "";
  const standing = apart(frame.faults, place);
  return standing === undefined ? { do: "isolate", place } : { do: "heal", fault: standing.id };
}

/** Standing network faults that touch a link between two zones. */
export function linkFaults(world: World, frame: Frame, from: number, to: number): FaultView[] {
  const places = new Map<string, number>();
  for (const zone of world.zones) places.set(zone.id, zone.index);
  for (const node of world.nodes) places.set(node.id, node.zone);
  return frame.faults.filter((fault) => {
    if (!isOfNetwork(fault)) return false;
    const a = places.get(fault.from);
    if (isOfPlace(fault)) return a === from || a === to;
    const b = places.get(fault.to);
    return (a === from && b === to) || (a === to && b === from);
  });
}

/** What can be broken or changed by pressing on a thing, of all things. */
export function everyAction(world: World, frame: Frame, range: number): Action[] {
  const all = [
    ...world.zones.flatMap(({ index }) => zoneActions(world, frame, index)),
    ...world.zones.flatMap(({ index: from }) =>
      world.zones
        .filter(({ index }) => index > from)
        .flatMap(({ index: to }) => linkActions(world, frame, from, to)),
    ),
    ...world.nodes.flatMap(({ index, kind }) =>
      kind === "store"
        ? storeActions(world, frame, index, range)
        : gatewayActions(world, frame, index),
    ),
  ];
  return all.map(({ action }) => action).filter((action) => !does(action, "mends"));
}

function isolation(frame: Frame, place: string): TargetAction[] {
  const standing = apart(frame.faults, place);
  return standing
    ? [labelled(t("Heal isolation"), { do: "heal", fault: standing.id })]
    : [plain({ do: "isolate", place })];
}

function leadership(world: World, frame: Frame, node: number, range: number): TargetAction[] {
  const { replicas } = frame;
  const at = replicas.node.slice(0, replicas.count).indexOf(node);
  if (at < 0) return [];
  const id = world.nodes[node]?.id ?? "";
  const role = roleOf(replicas.role[at]);
  if (learns(role)) return [];
  const campaign = plain({ do: "campaign", store: id, range });
  if (leads(role)) return [campaign];
  return [campaign, labelled(t("Transfer leadership here"), { do: "transfer", to: id, range })];
}

/** By the word of its row, where the thing that it is done to is told beside it. */
function plain(action: Action): TargetAction {
  return labelled(t(rowOf(action.do).button), action);
}

function labelled(label: string, action: Action): TargetAction {
  return { label, action };
}
