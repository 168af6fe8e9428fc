/** What a row of the table of acts says; the compiler holds it to the engine's type of the act. */

import type { Action } from "@/engine/types";
import type { FieldIs } from "./fieldKinds";
import type { Json } from "./names";

/** As the engine takes it. */
export type Act = Action;
export type ActKind = Act["do"];

export interface Bounds {
  min: number;
  max: number;
}

export interface ActField<Optional extends boolean = boolean> {
  is: FieldIs;
  label: string;
  /** Without it the engine takes what its schema says. */
  optional: Optional;
  /** Of a number, in the unit of files, as the engine has them. */
  bounds?: Bounds | undefined;
  /** What the engine takes without it; of one that is needed, what a form begins with. */
  atRest?: number | undefined;
}

type Of<K extends ActKind> = Extract<Act, { do: K }>;
type IsOptional<A, F extends keyof A> = Record<never, never> extends Pick<A, F> ? true : false;

/**
 * What comes of it: a fault, the end of one, a request; another setting, size or load; or another
 * world. A lesson's figures are compared around what is tuned; a story goes on when something is
 * mended or asked.
 */
export type Does = "breaks" | "mends" | "asks" | "tunes" | "changes";

/**
 * Where a person does it. `builder`: a scenario's list of actions; `form`: "Break something", to
 * which the palette and challenges lead; `map`: the menus of things on the map, in the inspector and
 * in the palette; `requests`: "Send a request". A recording takes whatever was done.
 */
export type Where = "builder" | "form" | "map" | "requests";

/** What the foot of a lesson's step does when it is due: the act itself, or it leads to a control. */
export type LessonWay = "act" | "form" | "setting" | "size" | "clock";

export interface Row<K extends ActKind = ActKind> {
  /** In the list of what can be done. */
  label: string;
  button: string;
  text: string;
  /** Itself, with fields in their places: "Crash {store}". Those that it does not name come after. */
  says: string;
  does: Does;
  offered: readonly Where[];
  lesson: LessonWay;
  /** In the order in which they are asked for. */
  fields: { readonly [F in Exclude<keyof Of<K>, "do">]: ActField<IsOptional<Of<K>, F>> };
  /** What a new one has besides what it needs: without it the engine would not take it. */
  first?: Json;
  /** What the engine will not take, whatever the run. */
  refuses?: { when: (fields: Json) => boolean; text: string };
}

type Numbers = Pick<ActField, "bounds" | "atRest">;

export function need(is: FieldIs, label: string, numbers: Numbers = {}): ActField<false> {
  return { is, label, optional: false, ...numbers };
}

export function may(is: FieldIs, label: string, numbers: Numbers = {}): ActField<true> {
  return { is, label, optional: true, ...numbers };
}
