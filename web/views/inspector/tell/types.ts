/** What is told of a thing, and what it is told from. Types only. */

import type { Frame, Inspection, World } from "@/engine/types";
import type { Values } from "@/language/words";
import type { Tape } from "@/session/tape/tapeTypes";

export interface Row {
  /** A message of the page: in English it is the key of its word (../words.ts). */
  name: string;
  /** Of its name. */
  values?: Values;
  /** With its unit. */
  value: string;
  /** A word that only this run can give, or "". */
  note: string;
}

export interface Description {
  title: string;
  rows: Row[];
}

export interface Known {
  world: World;
  frame: Frame;
  /** The range whose replicas are in the frame. */
  range?: number;
  /** What the engine answered for the thing; null when it knows it no more. */
  inspection: Inspection | null;
  /** What was recorded, when it is asked for. */
  tape: Tape | null;
  /** Verdicts on reads are held back. */
  hideVerdicts?: boolean;
}

export function row(name: string, value: string | number, note = "", values?: Values): Row {
  return { name, value: String(value), note, ...(values && { values }) };
}
