/** What the table draws from: the tape with its index, and the rows that pass the filter. */

import { useRef } from "react";

import type { Target, World } from "@/engine/types";
import { targetKey } from "@/model/targets";
import { logOf } from "@/session/session";
import { useSim } from "@/session/simStore";
import type { Tape } from "@/session/tape/tapeTypes";
import { type Filter, Matches } from "./filter";
import { targetsOf } from "./rowTargets";
import type { Context } from "./sentences";
import { TapeIndex } from "./tapeIndex";

/** Rows that are searched for a selected thing: those of an event are found at once. */
const SEARCHED_ROWS = 20_000;

export interface Picture {
  context: Context;
  index: TapeIndex;
  matches: Matches;
  /** The first row in the table that stands for a thing; -1 = none. */
  placeOf(target: Target | null): number;
  /** Whether the tape has the event or message. */
  knows(target: Target): boolean;
}

export function usePicture(world: World, tape: Tape, filter: Filter): Picture {
  const actions = useSim((state) => logOf(state.session));
  const last = useRef<{ index: TapeIndex; matches: Matches } | null>(null);
  const index = TapeIndex.of(tape, last.current?.index ?? null);
  const context: Context = { world, actions, index };
  const before = last.current?.matches;
  const isSame = before?.index === index && sameFilter(before.filter, filter);
  const matches = (isSame ? before : new Matches(filter, index)).extend(context);
  last.current = { index, matches };
  return {
    context,
    index,
    matches,
    placeOf: (target) => placeOf(index, matches, target),
    knows: (target) => rowOf(index, target) >= 0,
  };
}

function sameFilter(a: Filter, b: Filter): boolean {
  const isSamePlace = a.node === b.node && a.range === b.range;
  return a.kind === b.kind && isSamePlace && a.interval === b.interval && a.text === b.text;
}

function placeOf(index: TapeIndex, matches: Matches, target: Target | null): number {
  if (target === null) return -1;
  const row = rowOf(index, target);
  if (row < 0) return -1;
  const key = targetKey(target);
  const first = matches.placeOf(row);
  // The first row of an event may be left out while another is not.
  for (let place = first; place < Math.min(matches.count, first + SEARCHED_ROWS); place += 1) {
    const found = matches.rowAt(place);
    if (targetsOf(index, found).includes(key)) return place;
    if ("event" in target && index.event(found) > target.event) return -1;
  }
  return -1;
}

function rowOf(index: TapeIndex, target: Target): number {
  if ("event" in target) {
    const row = index.firstOf(target.event);
    return index.event(row) === target.event ? row : -1;
  }
  if ("message" in target) return index.departureOf(target.message);
  return "request" in target ? index.beginningOf(target.request) : -1;
}
